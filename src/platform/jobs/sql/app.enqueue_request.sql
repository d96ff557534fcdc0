-- Adds a job of a request in the caller's transaction. The functions of this schema and the job role use app.enqueue.
create or replace function app.enqueue_request(task text, payload json, job_key text, run_at timestamptz, signature bytea)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'enqueue_request', task, payload::text, job_key);
  if json_typeof(payload) <> 'object'
    or not exists (
      select 1 from app.request_jobs r
      where r.task = enqueue_request.task
        and r.payload_keys @> array(select json_object_keys(enqueue_request.payload)))
  then
    raise insufficient_privilege using message = format('A request adds no job %L with this payload.', task);
  elsif payload ->> 'user_id' is not null and (payload ->> 'user_id')::uuid is distinct from app.viewer() then
    raise insufficient_privilege using message = 'A request adds no job for another user.';
  end if;
  perform app.enqueue(task, payload, job_key, run_at);
end
$$;

grant execute on function app.enqueue_request to {{app}};
