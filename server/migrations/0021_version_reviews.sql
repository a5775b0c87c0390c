-- What staff answered to a production version: its rounds of review, and the last decision on the version itself.

create table version_reviews (
  version_id bigint not null references app_versions (id),
  -- Counts the submissions of the version.
  round integer not null,
  submitted_at timestamptz not null,
  -- When staff decided, or the developer withdrew the version.
  decided_at timestamptz,
  state text not null,
  -- The text mailed with the decision.
  message text,
  constraint version_reviews_pkey primary key (version_id, round),
  constraint version_reviews_state check (state in ('in_review', 'withdrawn', 'approved', 'rejected')),
  constraint version_reviews_decided check ((state = 'in_review') = (decided_at is null))
);
create unique index version_reviews_one_open on version_reviews (version_id) where state = 'in_review';

alter table app_versions
  -- The number of its newest round; 0 for a version that was never submitted.
  add column review_round integer not null default 0,
  -- The text mailed with the last decision.
  add column decision_message text,
  -- When the last decision was made, if that was a rejection.
  add column rejected_at timestamptz;

-- The rounds so far, from the audit log: each submission began one, and the next event of the version ended it. An
-- event names the notes only when they changed.
with events as (
  select audit.id, audit.at, audit.action, audit.changes, version.id as version_id,
    count(*) filter (where audit.action = 'version.submitted') over (partition by version.id order by audit.id) as round
  from audit_events audit
  join app_versions version on audit.subject_type = 'app_version' and audit.subject_id = version.id::text
  where audit.action in ('version.submitted', 'version.withdrawn', 'version.approved', 'version.rejected')
)
insert into version_reviews (version_id, round, submitted_at, decided_at, state, message)
select submission.version_id, submission.round, submission.at, ending.at,
  coalesce(substring(ending.action from 'version\.(.*)'), 'in_review'),
  case when ending.action in ('version.approved', 'version.rejected') then notes.text end
from events submission
left join lateral (
  select * from events
  where version_id = submission.version_id and round = submission.round and id > submission.id
  order by id limit 1
) ending on true
left join lateral (
  select changes -> 'admin_notes' ->> 1 as text from events
  where version_id = submission.version_id and id <= ending.id and changes ? 'admin_notes'
  order by id desc limit 1
) notes on true
where submission.action = 'version.submitted';

-- What the log doesn't tell, from the version: no round may stay open that nobody can decide.
update version_reviews review set state = 'withdrawn', decided_at = version.updated_at
from app_versions version
where version.id = review.version_id and review.state = 'in_review' and version.state <> 'in_review';

insert into version_reviews (version_id, round, submitted_at, decided_at, state, message)
select version.id, coalesce(last.round, 0) + 1,
  coalesce(version.in_review_at, version.published_at, version.updated_at),
  case version.state when 'in_review' then null when 'published' then version.published_at else version.updated_at end,
  case version.state when 'in_review' then 'in_review' when 'published' then 'approved' else 'rejected' end,
  case when version.state <> 'in_review' then version.admin_notes end
from app_versions version
left join lateral (select max(round) as round from version_reviews where version_id = version.id) last on true
where version.versionable_type = 'ProductionEnvironment'
  and case version.state
    when 'in_review' then not exists (select from version_reviews where version_id = version.id and state = 'in_review')
    when 'published' then not exists (select from version_reviews where version_id = version.id and state = 'approved')
    else version.admin_notes is not null and last.round is null
  end;

-- Versions rejected or withdrawn before this release, whose key is still on a marketplace page.
update submissions listing set content = jsonb_set(listing.content, '{app_version_id}', 'null')
from app_versions version
where version.developer_app_id = listing.developer_app_id and version.state = 'confidential'
  and listing.state = 'published' and listing.superseded_at is null
  and listing.content ->> 'app_version_id' = version.app_version_id::text;

update app_versions version
set review_round = last.round,
  decision_message = decision.message,
  rejected_at = case when decision.state = 'rejected' then decision.decided_at end
from (select version_id, max(round) as round from version_reviews group by version_id) last
left join lateral (
  select state, decided_at, message from version_reviews
  where version_id = last.version_id and state in ('approved', 'rejected')
  order by round desc limit 1
) decision on true
where version.id = last.version_id;
