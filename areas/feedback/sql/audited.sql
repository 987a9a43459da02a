select audit_table('feedback_response', 'response_id'), audit_table('feedback_invitation', 'invitation_id');
