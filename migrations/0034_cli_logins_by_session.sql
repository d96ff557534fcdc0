-- No scope of an API token reaches sign-ins of the command line (R-N1), in the second line either.

alter policy own_cli_logins on cli_logins using (user_id = (select app.viewer()) and not (select app.by_token()));
alter policy decide_own_cli_logins on cli_logins using (user_id = (select app.viewer()) and not (select app.by_token()));
