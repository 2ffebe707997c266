-- When an operator last held a customer. Two people who decide that a restriction ends have not decided about one that came after they were asked.
ALTER TABLE customer ADD COLUMN held_at timestamptz;
