-- Only the row shows that a link was used: the time of its use would reveal which answer of an anonymous form is whose.
select audit_table('feedback_response', 'response_id'), audit_table('feedback_invitation', 'invitation_id', 'status,answered_at');
