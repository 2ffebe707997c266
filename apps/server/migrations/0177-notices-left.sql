-- Notices that were stored together with what they tell, and that the open pages of their customers have not been given yet.
CREATE TABLE notice_left (notice bigint PRIMARY KEY REFERENCES notice (id) ON DELETE CASCADE);
