-- When a base price was taken: a split of the member later than that restates it. What stands is taken as of now, because splits before that were never applied.
ALTER TABLE market_index_base ADD COLUMN based_ms bigint NOT NULL DEFAULT floor(extract(epoch FROM now()) * 1000);
ALTER TABLE market_index_base ALTER COLUMN based_ms DROP DEFAULT;
