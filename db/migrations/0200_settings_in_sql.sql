-- Settings have one function for all names: setting_text. Functions that ended with their area's file are gone.
drop function if exists level_setting(text), refund_grace_days(), arrears_policy(), membership_no_prefix(), membership_no_digits(), task_credit_days();
