-- When somebody last closed a product in a venue. Two people who decide that it opens have not decided about what came after they were asked.
ALTER TABLE product_switch ADD COLUMN real_closed_at timestamptz, ADD COLUMN demo_closed_at timestamptz;
