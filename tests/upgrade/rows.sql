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

-- The triggers count the tags and note the dates.
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
select app.keep_dates('01900000-0000-7000-8000-00000000000b');
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

insert into resumes (id, user_id, file_name, file_path, file_size, mime_type, sha256) values
  ('01900000-0000-7000-8000-0000000000b1', '01900000-0000-7000-8000-00000000000a', 'resume.pdf',
   '01900000-0000-7000-8000-00000000000a/resume.pdf', 1000, 'application/pdf', '\x08');
insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name, reference_email,
  reference_position, status, confirmed_position, content_sha256, verified_at, created_at, expires_at) values
  ('01900000-0000-7000-8000-000000000071', '01900000-0000-7000-8000-00000000000a', 'Upgrade', 'All customers', 'Planned it',
   'Rae Reference', 'rae@example.com', 'Manager', 'verified', 'Director', '\x09', '2026-01-05', '2026-01-04', '2126-01-01'),
  ('01900000-0000-7000-8000-000000000072', '01900000-0000-7000-8000-00000000000a', 'Import', 'One customer', 'Wrote it',
   'Rae Reference', 'rae@example.com', 'Manager', 'pending', null, null, null, '2026-01-04', '2126-01-01');
insert into vouch_tokens (hash, vouch_id) values ('\x0a', '01900000-0000-7000-8000-000000000072');
insert into vouch_files (id, user_id, vouch_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256) values
  ('01900000-0000-7000-8000-000000000073', '01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-000000000072',
   'plan.pdf', '01900000-0000-7000-8000-00000000000a/vouch-plan.pdf', 'application', 1000, 'application/pdf', 'pdf', '\x0b');
insert into vouch_verification_requests (user_id, vouch_id, requester_name, requester_email, message) values
  ('01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-000000000071', 'Vic Visitor', 'vic@example.com', 'True?');
insert into former_mailboxes (user_id, mailbox, left_at) values
  ('01900000-0000-7000-8000-00000000000a', 'ada@example.net', '2126-01-01');
insert into tips_signups (id, address, mailbox, token_hash, confirmed_at, sent, next_at) values
  ('01900000-0000-7000-8000-000000000074', 'ted@example.com', 'ted@example.com', '\x0c', '2026-01-05', 1, '2126-01-01');

insert into app.billing (driver) values ('test') on conflict do nothing;
insert into stripe_customers (user_id, customer_id) values ('01900000-0000-7000-8000-00000000000a', 'cus_1');
insert into subscriptions (id, driver, user_id, status, plan, subscription_end, ends, event_at, event_rank) values
  ('sub_1', 'stripe', '01900000-0000-7000-8000-00000000000a', 'canceled', 'monthly', '2026-02-01', true, '2026-01-01', 2),
  ('test_1', 'test', '01900000-0000-7000-8000-00000000000a', 'active', 'yearly', '2126-01-01', false, '2026-01-01', 0);
insert into billing_events (id, received_at) values ('evt_1', '2126-01-01');
-- Ada manages Bob, has asked Cleo, and was asked by Bob, who was declined and has another invitation in the mail.
insert into users (id, email, email_verified_at) values
  ('01900000-0000-7000-8000-00000000000c', 'cleo@example.com', '2026-01-01');
insert into profiles (user_id, full_name, email) values
  ('01900000-0000-7000-8000-00000000000c', 'Cleo Example', 'cleo@example.com');
insert into team_invitations (id, manager_id, employee_email, token_hash, status, sent_at, expires_at, closed_at, sender_email)
values
  ('01900000-0000-7000-8000-000000000061', '01900000-0000-7000-8000-00000000000a', 'bob@example.com', '\x0c', 'accepted',
   '2026-01-01', '2026-01-15', '2026-01-02', 'ada@example.com'),
  ('01900000-0000-7000-8000-000000000062', '01900000-0000-7000-8000-00000000000a', 'cleo@example.com', '\x0d', 'pending',
   '2026-01-01', '2126-01-01', null, 'ada@example.com');
insert into team_invitations (id, employee_id, manager_email, status, closed_at, email_state) values
  ('01900000-0000-7000-8000-000000000063', '01900000-0000-7000-8000-00000000000b', 'ada@example.com', 'declined',
   '2126-01-01', null),
  ('01900000-0000-7000-8000-000000000064', '01900000-0000-7000-8000-00000000000b', 'dana@example.com', 'pending',
   null, 'held');
update team_invitations set declined_at = closed_at where status = 'declined';
insert into team_relationships (id, manager_id, employee_id, status, requested_by, accepted_at, declined_at, looked_at) values
  ('01900000-0000-7000-8000-000000000061', '01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b',
   'accepted', '01900000-0000-7000-8000-00000000000a', '2026-01-02', null, '2026-01-03'),
  ('01900000-0000-7000-8000-000000000062', '01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000c',
   'pending', '01900000-0000-7000-8000-00000000000a', null, null, null);
insert into logbook_invitations (id, employee_id, manager_email) values
  ('01900000-0000-7000-8000-000000000065', '01900000-0000-7000-8000-00000000000b', 'ada@example.com');
update check_ins set shared_with_manager = true, manager_email = 'ada@example.com', manager_mail_id = uuidv7()
where id = '01900000-0000-7000-8000-0000000000c4';
insert into packets (id, user_id, draft) values
  ('01900000-0000-7000-8000-000000000071', '01900000-0000-7000-8000-00000000000a',
   '{"title": "My year", "period": {"from": "2025-01-01", "to": "2025-12-31"}, "introduction": "", "groups": []}');
insert into packet_versions (packet_id, user_id, number, packet_json, sha256, files, published_at) values
  ('01900000-0000-7000-8000-000000000071', '01900000-0000-7000-8000-00000000000a', 1, '{}', '\x01', '{}', '2026-01-01');
insert into packet_links (packet_id, user_id, seed, token_hash, expires_at) values
  ('01900000-0000-7000-8000-000000000071', '01900000-0000-7000-8000-00000000000a',
   '01900000-0000-7000-8000-000000000072', '\x0e', '2126-01-01');
insert into packet_opens (packet_id, user_id, day, count) values
  ('01900000-0000-7000-8000-000000000071', '01900000-0000-7000-8000-00000000000a', '2026-01-02', 3);
insert into signing_keys (id, public_key, sealed_private_key) values ('key-1', '\x01', '\x02');
insert into cli_logins (id, device_hash, code_hash, name, ip, expires_at, user_id) values
  ('01900000-0000-7000-8000-000000000076', '\x10', '\x11', 'A laptop', '192.0.2.7', '2126-01-01',
   '01900000-0000-7000-8000-00000000000a');
insert into api_tokens (id, user_id, name, hash, scopes) values
  ('01900000-0000-7000-8000-000000000075', '01900000-0000-7000-8000-00000000000a', 'My script', '\x0f', '{log:read}');
insert into connected_apps (id, user_id, grant_hash, client_id, name, scopes, audience, expires_at) values
  ('01900000-0000-7000-8000-00000000007b', '01900000-0000-7000-8000-00000000000a', '\x16', 'https://app.example', 'App',
   '{log:read}', 'mcp', '2126-01-01');
insert into oauth_records (kind, id_hash, grant_hash, sealed, expires_at) values
  ('Grant', '\x16', '\x16', '\x17', '2126-01-01');
insert into passkeys
  (id, user_id, credential_id, public_key, sign_count, transports, rp_id, name, multi_device, backed_up) values
  ('01900000-0000-7000-8000-00000000007a', '01900000-0000-7000-8000-00000000000a', '\x12', '\x13', 7, '{internal}', 'localhost',
   'Phone', true, true);
insert into spent_challenges (hash, expires_at) values ('\x14', '2126-01-01');
insert into recovery_codes (user_id, hash) values ('01900000-0000-7000-8000-00000000000a', '\x15');
insert into provider_identities (id, user_id, issuer, subject, label, tells_time) values
  ('01900000-0000-7000-8000-00000000007b', '01900000-0000-7000-8000-00000000000a', 'https://id.example.com', 'ada', 'ada@example.com',
   true);
insert into provider_sessions (session_id, identity_id, sid) values
  ('01900000-0000-7000-8000-000000000051', '01900000-0000-7000-8000-00000000007b', 'session-1');
insert into authenticator_apps (id, user_id, sealed_secret, last_step) values
  ('01900000-0000-7000-8000-00000000007f', '01900000-0000-7000-8000-00000000000a', '\x16', 59000000);
insert into remembered_devices (id, user_id, hash, expires_at) values
  ('01900000-0000-7000-8000-000000000080', '01900000-0000-7000-8000-00000000000a', '\x17', '2126-01-01');
insert into reminders (user_id, kind, state, days, hour, time_zone, locale, by_email) values
  ('01900000-0000-7000-8000-00000000000a', 'question', 'paused', '{5}', 16, 'Europe/Berlin', 'de-DE', true);
insert into push_keys (id, public_key, sealed_private_key) values ('key-1', '\x04', '\x05');
insert into push_devices (id, user_id, session_id, key_id, endpoint) values
  ('01900000-0000-7000-8000-000000000079', '01900000-0000-7000-8000-00000000000a',
   '01900000-0000-7000-8000-000000000051', 'key-1', 'https://push.example.com/ada');
insert into suggestions (id, user_id, source, source_id, hash, at, content, group_name, reason, url, created_at) values
  ('01900000-0000-7000-8000-000000000077', '01900000-0000-7000-8000-00000000000a', 'git', 'c0ffee', sha256('a'),
   '2026-01-02', 'Fixed the build #ci', 'acme/api', 'A commit of yours', 'https://example.com/c0ffee', '2126-01-01');
insert into settled_suggestions (user_id, hash) values ('01900000-0000-7000-8000-00000000000a', sha256('b'));
insert into suggestion_files (id, user_id, suggestion_id, file_name, file_path, file_type, file_size, mime_type, preview,
  sha256) values
  ('01900000-0000-7000-8000-000000000078', '01900000-0000-7000-8000-00000000000a',
   '01900000-0000-7000-8000-000000000077', 'log.txt', '01900000-0000-7000-8000-00000000000a/suggested/1.txt', 'text', 4,
   'text/plain', 'text', '\x01');
insert into mail_addresses (user_id, id, hash) values
  ('01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000007a', '\x12');
insert into received_mails (user_id, digest, became, completed_at) values
  ('01900000-0000-7000-8000-00000000000a', '\x13', 'entry', '2126-01-01');
insert into imported_records (id, user_id, kind, origin, original_id, at, record) values
  ('01900000-0000-7000-8000-00000000007b', '01900000-0000-7000-8000-00000000000a', 'shoutout', 'https://logbook.example.org',
   '01900000-0000-7000-8000-00000000007c', '2026-01-01', '{"message": "Thanks"}');
insert into credential_lists (id, origin) values ('01900000-0000-4000-8000-00000000007d', 'https://logbook.example.com');
insert into credential_entries (list_id, index) values ('01900000-0000-4000-8000-00000000007d', 7);
insert into credentials (id, vouch_id, user_id, list_id, index) values
  ('01900000-0000-4000-8000-00000000007e', '01900000-0000-7000-8000-000000000071', '01900000-0000-7000-8000-00000000000a',
   '01900000-0000-4000-8000-00000000007d', 7);
