-- Replaced by app.invitation_refusal, which says what it returns.
drop function if exists app.invitation_fault(text, text, int);
