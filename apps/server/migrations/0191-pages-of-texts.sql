-- The pages of texts exist now.
UPDATE menu_item SET visible = true WHERE path IN ('/announcement', '/news', '/mine/help_center', '/college_list');
