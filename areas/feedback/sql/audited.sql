-- That a link was used is in its row. The time of it would tell which answer of an anonymous form is whose.
select audit_table('feedback_response', 'response_id'), audit_table('feedback_invitation', 'invitation_id', 'status,answered_at');
