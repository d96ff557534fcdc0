-- Whether the provider has ever said when it last asked this person who it is: then an answer that lacks it was changed on its
-- way, and does not count as recent (R-Q1).

alter table provider_identities add tells_time boolean not null default false;

-- It takes that now.
drop function if exists app.connect_identity(uuid, uuid, text, text, text, bytea, interval, bytea);
