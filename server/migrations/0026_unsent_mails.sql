-- Allowed: builds an index of mails under a lock. Because only requests that send an email wait for it, for seconds at most.
-- Allowed: reads all rows of mails under a lock. Because only requests that send an email wait for it, for seconds at most.

-- Read with every scrape of the metrics.
create index mails_unsent on mails (created_at) where sent_at is null;
