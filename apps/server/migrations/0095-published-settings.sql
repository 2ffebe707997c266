-- A published value has an effect, or it is not published. The size of a page, the demo's grant and a second currency are rules of the product,
-- not settings; nothing read these three.
DELETE FROM published_config WHERE key IN ('pageSize', 'demoGrant', 'alternativeCurrency');
-- Empty: the time zone of the customer's own device, which is what pages have shown. A zone that an operator publishes is shown to whoever has
-- chosen none.
UPDATE published_config SET value = '' WHERE key = 'chartTimezone' AND value = 'Europe/London';
-- Empty: the product's own name and logo.
INSERT INTO published_config (key, value) VALUES ('baseName', ''), ('baseLogo', '') ON CONFLICT (key) DO NOTHING;
