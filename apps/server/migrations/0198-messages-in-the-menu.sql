-- The screens of messages and notices are there.
UPDATE menu_item SET visible = true WHERE path IN ('/message', '/noticelist');
