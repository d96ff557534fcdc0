-- Notes which customer of Stripe the viewer is. The application has just created it: anyone able to choose the customer
-- could manage another user's subscription.
create or replace function app.note_customer(customer text, signature bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.require_signature(signature, 'note_customer', app.viewer()::text, customer);
  insert into public.stripe_customers as c (user_id, customer_id)
  select u.id, note_customer.customer from public.users u where u.id = app.viewer()
  on conflict (user_id) do update set customer_id = excluded.customer_id
  where c.customer_id <> excluded.customer_id;
end
$$;

grant execute on function app.note_customer to {{app}};
