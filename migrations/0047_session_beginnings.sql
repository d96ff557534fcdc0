-- How each session began, and which session made an API token: ending that session from the settings ends the token.

-- Null: it began before this was recorded.
alter table sessions add began_by text check (began_by in ('sign-up', 'password', 'recovery', 'passkey', 'provider'));
grant select (began_by) on sessions to {{app}};

-- A session that has expired leaves its tokens. Null: made before this was recorded.
alter table api_tokens add session_id uuid;
create index api_tokens_of_session on api_tokens (session_id) where session_id is not null;
grant select (session_id), insert (session_id) on api_tokens to {{app}};

-- It takes the beginning now.
drop function if exists app.start_session(uuid, app.new_session);
