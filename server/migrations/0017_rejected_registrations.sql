-- Someone who is mailed a confirmation link for an account they never registered can delete that account.

-- When platform staff replaced the address. Such an account is older than its address: whoever receives mail there now
-- can't delete it.
alter table developers add column email_changed_at timestamptz;
update developers set email_changed_at = changed.at
from (
  select subject_id, max(at) as at from audit_events
  where action = 'developer.updated' and subject_type = 'developer' and changes ? 'email'
  group by subject_id
) changed
where changed.subject_id = developers.id::text;

-- What someone did is recorded longer than their account lives.
alter table audit_events drop constraint audit_events_actor_id_fkey;
alter table analytics_events drop constraint analytics_events_developer_id_fkey;
