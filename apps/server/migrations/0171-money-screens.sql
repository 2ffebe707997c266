-- Screens of money in and out, identity and feedback are there now.
UPDATE view_control SET built = true WHERE key IN ('deposits', 'withdrawals', 'identity');
UPDATE menu_item SET visible = true WHERE path IN (
  '/funds/topUp', '/funds/businessRecharge', '/funds/third_party_recharge', '/funds/top_up_order', '/funds/withdraw', '/c2c/buy', '/c2c/list', '/xrp_topup',
  '/mine/verified', '/mine/bank', '/mine/add_payment_method', '/mine/changePayPassword', '/mine/helpFeedback');
