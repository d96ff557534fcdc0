-- Adds a job in the caller's transaction: it runs if, and only if, that transaction commits (R-J1).
create or replace function app.enqueue(task text, payload json, job_key text default null, run_at timestamptz default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job(
    identifier => task, payload => payload, job_key => enqueue.job_key, run_at => enqueue.run_at);
end
$$;

grant execute on function app.enqueue to {{jobs}};
