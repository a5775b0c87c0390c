-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: builds an index of developers under a lock. Because it takes a second for 200,000 developers.
-- Allowed: reads all rows of developers under a lock. Because it takes a second for 200,000 developers.
-- The orders of staff's list of developers. The release before reads developers_by_name and developers_by_company.

create index if not exists developers_by_folded_name on developers (fold_text(name), id) include (name);
create index if not exists developers_by_folded_company on developers (fold_text(company_name), id) include (company_name);
