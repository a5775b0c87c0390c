-- Compatible since: 0028_unconfirmed_sends.sql
-- Allowed: adds the constraint version_reviews_decided_by_fkey to version_reviews. Because the release before leaves the new column null.
-- Who approved or rejected a version is stored with the review: the audit log may not go back as far.

alter table version_reviews add column decided_by bigint;
-- The next migration checks the rows, without a lock that others wait for.
alter table version_reviews
  add constraint version_reviews_decided_by_fkey foreign key (decided_by) references developers (id) not valid;
