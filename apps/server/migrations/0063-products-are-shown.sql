-- Contracts, timed contracts and stocks are there now. Where a part of the screens stands for a product, the product's own switch decides, so that what is shown
-- and what may be opened cannot differ.
UPDATE view_control SET built = true WHERE key IN ('contracts', 'leverage', 'timedContracts', 'stocks');
ALTER TABLE view_control ADD COLUMN product text REFERENCES product_switch;
UPDATE view_control SET product = CASE key WHEN 'leverage' THEN 'contract' ELSE 'timed' END WHERE key IN ('leverage', 'timedContracts');
DELETE FROM view_control_country WHERE key IN ('leverage', 'timedContracts');
