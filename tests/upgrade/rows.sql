-- At least one row of each table, inserted by the schema's owner before take-dump.ts dumps them. Dates are far from now,
-- so that no job and no expiry changes what the test finds.

insert into users (id, email, email_verified_at, password_salt, password_digest, created_at) values
  ('01900000-0000-7000-8000-00000000000a', 'ada@example.com', '2026-01-01', '$argon2id$v=19$m=47104,t=1,p=1$c2FsdA', '\x01',
   '2026-01-01'),
  ('01900000-0000-7000-8000-00000000000b', 'bob@example.com', null, null, null, '2026-01-02');
insert into profiles (user_id, full_name, email, slug, is_new, time_zone) values
  ('01900000-0000-7000-8000-00000000000a', 'Ada Example', 'ada@example.com', 'ada', false, 'Europe/Paris'),
  ('01900000-0000-7000-8000-00000000000b', 'Bob Example', 'bob@example.com', null, true, null);
insert into earlier_slugs (slug, user_id, ends_at) values
  ('ada-before', '01900000-0000-7000-8000-00000000000a', '2126-01-01');
insert into feedback (id, user_id, message, user_email, user_name) values
  ('01900000-0000-7000-8000-0000000000f1', '01900000-0000-7000-8000-00000000000a', 'Nice', 'ada@example.com', 'Ada');
insert into user_emails (id, user_id, email, verified_at) values
  ('01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-00000000000a', 'ada@example.org', '2026-01-01');

-- The access token is the text "token".
insert into sessions (id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, user_agent, ip) values
  ('01900000-0000-7000-8000-000000000051', '01900000-0000-7000-8000-00000000000a', sha256('token'), '2126-01-01', '\x02',
   '2126-01-01', 'A browser', '192.0.2.1');
insert into spent_refresh_tokens (hash, session_id, spent_at) values
  ('\x03', '01900000-0000-7000-8000-000000000051', '2126-01-01');
insert into verification_tokens (hash, user_id, address, expires_at) values
  ('\x04', '01900000-0000-7000-8000-00000000000b', 'bob@example.com', '2126-01-01');
insert into recovery_tokens (hash, user_id, address, expires_at) values
  ('\x05', '01900000-0000-7000-8000-00000000000a', 'ada@example.com', '2126-01-01');
insert into address_changes (hash, user_id, old_address, expires_at) values
  ('\x06', '01900000-0000-7000-8000-00000000000a', 'ada@example.net', '2126-01-01');
insert into limit_hits (kind, key, at) values ('sign in', 'ada@example.com', '2126-01-01');

insert into mails (id, from_user, recipient, kind, asked, subject, from_name, message_id, state) values
  ('01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-00000000000a', 'bob@example.com', 'test', false, 'Hello',
   'Ada', '<1@example.com>', 'held');
insert into mail_suppressions (address) values ('carol@example.com');

-- The triggers count the tags.
insert into check_ins (id, user_id, content, search_text, emoji, created_at, recorded_at, edited_at, deleted_at) values
  ('01900000-0000-7000-8000-0000000000c1', '01900000-0000-7000-8000-00000000000a', 'Shipped the upgrade #work',
   ' shipped the upgrade # work #work ', '🚀', '2026-01-03', '2026-01-03', null, null),
  ('01900000-0000-7000-8000-0000000000c2', '01900000-0000-7000-8000-00000000000a', 'Größe geprüft #work #Über',
   ' grosse gepruft # work # uber #work #über ', null, '2026-01-02', '2026-01-03', '2026-01-04', null),
  ('01900000-0000-7000-8000-0000000000c3', '01900000-0000-7000-8000-00000000000a', 'In the bin #work',
   ' in the bin # work #work ', null, '2026-01-01', '2026-01-01', null, '2126-01-01'),
  ('01900000-0000-7000-8000-0000000000c4', '01900000-0000-7000-8000-00000000000b', 'By Bob #work', ' by bob # work #work ',
   null, '2026-01-01', '2026-01-01', null, null);
select app.add_up_tags('01900000-0000-7000-8000-00000000000b');
insert into log_files (id, user_id, check_in_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256) values
  ('01900000-0000-7000-8000-0000000000d1', '01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-0000000000c1',
   'plan.pdf', '01900000-0000-7000-8000-00000000000a/plan.pdf', 'application', 1000, 'application/pdf', 'pdf', '\x07');
insert into goals (id, user_id, text, cadence, period_start, position, completed_at, check_in_id) values
  ('01900000-0000-7000-8000-000000000091', '01900000-0000-7000-8000-00000000000a', 'Write more', 'weekly', '2026-01-05', 1,
   null, null),
  ('01900000-0000-7000-8000-000000000092', '01900000-0000-7000-8000-00000000000a', 'Ship it', null, null, 2, '2026-01-03',
   '01900000-0000-7000-8000-0000000000c1');
insert into shoutouts (id, sender_id, recipient_email, message, check_in_id, excerpt) values
  ('01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-00000000000a', 'someone@example.com', 'Well done',
   '01900000-0000-7000-8000-0000000000c1', 'Shipped the upgrade');
