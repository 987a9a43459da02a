-- The use of a personal link is not audited, because its time would reveal the author of an anonymous response.
select audit_table('feedback_response', 'response_id'), audit_table('feedback_invitation', 'invitation_id', 'status,answered_at');
