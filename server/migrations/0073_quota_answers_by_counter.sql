-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: builds an index of quota_answers under a lock. Because answers are deleted ten minutes later, so the table is small.
-- Allowed: reads all rows of quota_answers under a lock. Because answers are deleted ten minutes later, so the table is small.
-- The deletion of a client's counter looks for its answers. Without an index it read all answers, for each counter.
create index quota_answers_by_counter on quota_answers (counter_id);
