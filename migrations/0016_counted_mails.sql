-- What an email counts toward the limits of email to strangers (R-A8), so that withdrawing it gives that back.
alter table mails add column counted bigint[];
