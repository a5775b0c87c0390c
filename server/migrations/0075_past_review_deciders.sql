-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: reads all rows of version_reviews under a lock. Because it locks only reviews that ended, which nobody changes.
-- Allowed: reads all rows of audit_events under a lock. Because it only reads, which blocks no one.
-- Allowed: reads all rows of developers under a lock. Because it only reads, which blocks no one.
-- Who decided reviews so far, as far as the audit log goes back.

update version_reviews review set decided_by = event.actor_id
from audit_events event
where review.state in ('approved', 'rejected') and review.decided_by is null
  and event.subject_type = 'app_version' and event.subject_id = review.version_id::text
  and event.action = 'version.' || review.state and event.at = review.decided_at;

alter table version_reviews validate constraint version_reviews_decided_by_fkey;
