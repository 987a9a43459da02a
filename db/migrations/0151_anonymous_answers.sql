-- ANONYMOUS FORMS: a used link and its answers share nothing by which they could be joined: neither a moment, nor outlet, staff or cause.
-- Without the triggers, so that the audit log does not keep what is taken away here; they are made again with the functions.
drop trigger if exists audit_changed on feedback_invitation;
drop trigger if exists audit_changed on feedback_response;

alter table feedback_invitation drop constraint feedback_invitation_check,
  add constraint feedback_invitation_answered check (status = 'Answered' or answered_at is null);

update feedback_invitation i set answered_at = null
from feedback f where f.feedback_id = i.feedback_id and f.anonymous_yn = 'Y'
  and not exists (select from feedback_response r where r.invitation_id = i.invitation_id);

update feedback_response r set outlet_code = null, staff_id = null, source = 'Personal link',
  submitted_at = date_trunc('day', r.submitted_at), updated_at = date_trunc('day', r.updated_at)
from feedback f where f.feedback_id = r.feedback_id and f.anonymous_yn = 'Y'
  and r.customer_id is null and r.invitation_id is null and r.source not in ('Open link', 'Staff');
