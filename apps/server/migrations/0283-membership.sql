-- One open application for a level held elsewhere, and one for PLUS, of each customer.
CREATE UNIQUE INDEX case_file_one_membership ON case_file (customer_id, kind)
  WHERE kind IN ('levelMatch', 'plus') AND step NOT IN ('passed', 'refused', 'cancelled');

-- The screens of levels and PLUS are there.
UPDATE menu_item SET visible = true WHERE path IN ('/vip', '/mine/vip', '/plus', '/mine/upgradeplan');
UPDATE view_control SET built = true WHERE key = 'vip';
