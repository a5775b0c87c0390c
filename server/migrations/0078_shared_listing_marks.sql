-- Compatible since: 0028_unconfirmed_sends.sql
-- The published listing of an app and the next one have the same marks. So far, staff could change those of the next one
-- alone; what the marketplace shows counts.

update submissions next
set is_concierge_app = shown.is_concierge_app, live = shown.live,
  made_by_procore = shown.made_by_procore, procore_certified_partner = shown.procore_certified_partner
from submissions shown
where shown.developer_app_id = next.developer_app_id and shown.state = 'published' and shown.superseded_at is null
  and next.state <> 'published'
  and (next.is_concierge_app, next.live, next.made_by_procore, next.procore_certified_partner)
    is distinct from
    (shown.is_concierge_app, shown.live, shown.made_by_procore, shown.procore_certified_partner);
