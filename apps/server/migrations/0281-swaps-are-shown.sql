-- The screen of flash exchange is there.
UPDATE view_control SET built = true WHERE key = 'flashExchange';
UPDATE menu_item SET visible = true WHERE path = '/funds/swap';
