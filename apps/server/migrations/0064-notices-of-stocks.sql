-- Orders of stocks that end without their customer, and what a corporate action did, are told too.
DROP INDEX orders_filled;
CREATE INDEX orders_told ON orders (venue, seq)
  WHERE (status = 3 OR reason IN ('corporateAction', 'bandReached', 'triggerRejected')) AND account >= 100000;
DROP INDEX settlement_told;
CREATE INDEX settlement_told ON settlement (venue, seq) WHERE kind IN ('liquidation', 'deleverage', 'fundingPayment', 'timed', 'corporateAction');
