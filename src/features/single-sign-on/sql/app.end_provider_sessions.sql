-- Ends the sessions that the provider has ended: those of its session `sid`, or else all that the person's identity began.
-- Returns how many. Like signing out, it leaves the API tokens made in them: the provider's session may end each evening.
create or replace function app.end_provider_sessions(issuer text, subject text, sid text, signature bytea) returns int
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'end_provider_sessions', issuer, subject, sid);
  return app.end_sessions(array(
    select s.session_id
    from public.provider_sessions s join public.provider_identities i on i.id = s.identity_id
    where i.issuer = end_provider_sessions.issuer
      and (end_provider_sessions.subject is null or i.subject = end_provider_sessions.subject)
      and (end_provider_sessions.sid is null or s.sid = end_provider_sessions.sid)
      and (end_provider_sessions.subject is not null or end_provider_sessions.sid is not null)), true);
end
$$;

grant execute on function app.end_provider_sessions to {{app}};
