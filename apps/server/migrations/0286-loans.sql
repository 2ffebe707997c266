-- Loans are a product with a switch of its own: whoever pauses or limits their risks does not borrow either.
ALTER TABLE product_switch DROP CONSTRAINT product_switch_product_check;
ALTER TABLE product_switch ADD CONSTRAINT product_switch_product_check
  CHECK (product IN ('contract', 'timed', 'stock', 'stockMargin', 'loan'));
INSERT INTO product_switch (product, real_on, demo_on, changed_by) VALUES ('loan', true, true, 'default');
UPDATE view_control SET built = true, product = 'loan' WHERE key = 'loans';
