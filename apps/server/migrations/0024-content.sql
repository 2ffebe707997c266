-- A path that is listed with visible 0 is hidden; one that is not listed is shown. Hidden here: what this version does not have yet.
CREATE TABLE menu_item (
  path text PRIMARY KEY,
  name_en text NOT NULL,
  name_zh_cn text NOT NULL,
  visible boolean NOT NULL,
  position integer NOT NULL
);
INSERT INTO menu_item (position, visible, path, name_en, name_zh_cn) VALUES
  (10, true, '/home', 'Home', '首页'),
  (20, true, '/market', 'Markets', '行情'),
  (30, true, '/funds', 'Assets', '资产'),
  (40, true, '/order', 'Orders', '订单'),
  (50, true, '/chart', 'Trade', '交易'),
  (60, true, '/heatmap', 'Heat map', '热力图'),
  (70, true, '/search', 'Search', '搜索'),
  (80, true, '/exchange_rate', 'Display currency', '计价货币'),
  (90, true, '/mine', 'Me', '我的'),
  (100, true, '/mine/settings', 'Settings', '设置'),
  (110, true, '/mine/changePassword', 'Change password', '修改密码'),
  (120, true, '/mine/changeUserInfo', 'Profile', '个人资料'),
  (130, true, '/mine/userLanguage', 'Language', '语言'),
  (140, true, '/mine/theme', 'Theme', '主题'),
  (150, true, '/mine/upDownColorConfig', 'Rise and fall colours', '涨跌颜色'),
  (160, true, '/funds/transfer', 'Transfer', '划转'),
  (170, true, '/funds/order_history', 'Statement', '资金流水'),
  (500, false, '/funds/topUp', 'Deposit', '充值'),
  (510, false, '/funds/businessRecharge', 'Business deposit', '商家充值'),
  (520, false, '/funds/third_party_recharge', 'Partner deposit', '第三方充值'),
  (530, false, '/funds/top_up_order', 'Deposit orders', '充值订单'),
  (540, false, '/funds/withdraw', 'Withdraw', '提现'),
  (550, false, '/c2c/buy', 'C2C', 'C2C'),
  (560, false, '/c2c/list', 'C2C orders', 'C2C 订单'),
  (570, false, '/xrp_topup', 'XRP deposit', 'XRP 充值'),
  (580, false, '/funds/swap', 'Flash exchange', '闪兑'),
  (590, false, '/funds/LOANS', 'Loans', '贷款'),
  (600, false, '/funds/loans/log', 'Loan records', '贷款记录'),
  (610, false, '/funds/buyai', 'Quant plans', '量化计划'),
  (620, false, '/funds/buySubscribe', 'Funds', '基金'),
  (630, false, '/funds/etf_record', 'ETF records', 'ETF 记录'),
  (640, false, '/funds/follow_trade_record', 'Copy trading', '跟单'),
  (650, false, '/funds/fpo_record', 'Offers', '认购记录'),
  (660, false, '/ieoOrder', 'IEO', 'IEO'),
  (670, false, '/pc/ieo', 'IEO', 'IEO'),
  (680, false, '/mine/verified', 'Identity', '实名认证'),
  (690, false, '/mine/bank', 'Bank cards', '银行卡'),
  (700, false, '/mine/add_payment_method', 'Payment methods', '支付方式'),
  (710, false, '/mine/changePayPassword', 'Payment password', '支付密码'),
  (720, false, '/mine/aItrade', 'AI trading', 'AI 交易'),
  (730, false, '/mine/ai_order', 'AI orders', 'AI 订单'),
  (740, false, '/vip', 'VIP', 'VIP'),
  (750, false, '/mine/vip', 'VIP', 'VIP'),
  (760, false, '/plus', 'PLUS', 'PLUS'),
  (770, false, '/mine/upgradeplan', 'Upgrade', '升级'),
  (780, false, '/invite', 'Invite friends', '邀请好友'),
  (790, false, '/rebate_detail', 'Rebates', '返佣'),
  (800, false, '/rebateRanking', 'Rebate ranking', '返佣排行'),
  (810, false, '/invitation_settings', 'Invitation settings', '邀请设置'),
  (820, false, '/mine/onlinesupport', 'Customer service', '在线客服'),
  (830, false, '/service_list', 'Customer service', '客服'),
  (840, false, '/message', 'Messages', '消息'),
  (850, false, '/announcement', 'Announcements', '公告'),
  (860, false, '/news', 'News', '资讯'),
  (870, false, '/noticelist', 'Notices', '通知'),
  (880, false, '/mine/help_center', 'Help', '帮助中心'),
  (890, false, '/mine/helpFeedback', 'Feedback', '意见反馈'),
  (900, false, '/college_list', 'College', '学院');

-- Which parts of the screens are on. Not built: never shown. Otherwise by venue, and a country may say otherwise.
CREATE TABLE view_control (
  key text PRIMARY KEY CHECK (key ~ '^[a-z][a-zA-Z]{1,31}$'),
  built boolean NOT NULL,
  real_on boolean NOT NULL,
  demo_on boolean NOT NULL
);
INSERT INTO view_control (key, built, real_on, demo_on) VALUES
  ('spot', true, true, true),
  ('charts', true, true, true),
  ('heatmap', true, true, true),
  ('receipts', true, true, true),
  ('transfers', true, true, true),
  ('demoTopUp', true, false, true),
  ('contracts', false, true, true),
  -- Risky products: off for real accounts until a jurisdiction switches them on.
  ('leverage', false, false, true),
  ('timedContracts', false, false, true),
  ('copyTrading', false, false, true),
  ('quantPlans', false, false, true),
  ('stocks', false, true, true),
  ('offers', false, true, true),
  ('funds', false, true, true),
  ('loans', false, true, true),
  ('flashExchange', false, true, true),
  ('deposits', false, true, false),
  ('withdrawals', false, true, false),
  ('identity', false, true, false),
  ('vip', false, true, true),
  ('referrals', false, true, false),
  ('bonus', false, true, false),
  ('chat', false, true, true),
  ('news', false, true, true);

CREATE TABLE view_control_country (
  key text NOT NULL REFERENCES view_control,
  -- ISO 3166-1 alpha-2
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  real_on boolean NOT NULL,
  PRIMARY KEY (key, country)
);

-- Values that anybody may read. Nothing secret has a place here.
CREATE TABLE published_config (
  key text PRIMARY KEY CHECK (key ~ '^[a-z][a-zA-Z0-9]{1,63}$'),
  value text NOT NULL CHECK (length(value) <= 2000)
);
INSERT INTO published_config (key, value) VALUES
  ('defaultLanguage', 'zh-CN'),
  ('defaultCountry', 'MY'),
  ('defaultCurrency', 'USD'),
  ('alternativeCurrency', 'MYR'),
  ('upDownColor', 'upGreen'),
  ('chartInterval', '30'),
  ('chartTimezone', 'Europe/London'),
  ('pageSize', '15'),
  ('demoGrant', '100000'),
  ('versionId', '0.1.0'),
  ('versionUpdateType', '0');
