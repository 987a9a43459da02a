-- Reporting views of feedback: responses and scores, without written answers.

create or replace view reporting_v1.feedback_response with (security_barrier) as
select r.response_id, f.code as form_code, f.name as form_name, case when c.erased_at is null then r.customer_id end as customer_id, r.outlet_code,
  r.staff_id, r.language, r.source, r.nps::integer as nps, r.low_score_yn = 'Y' as is_low_score, r.status, r.submitted_at,
  (r.submitted_at at time zone (select zone from business_zone))::date as submitted_on
from feedback_response r join feedback f using (feedback_id) left join customer c on c.customer_id = r.customer_id;
comment on view reporting_v1.feedback_response is 'Responses to feedback forms: one row per response. Reports count active responses.';
comment on column reporting_v1.feedback_response.response_id is 'Number of the response.';
comment on column reporting_v1.feedback_response.form_code is 'Code of the form.';
comment on column reporting_v1.feedback_response.form_name is 'Name of the form.';
comment on column reporting_v1.feedback_response.customer_id is 'Customer who answered; null if the response is anonymous or the customer was erased.';
comment on column reporting_v1.feedback_response.outlet_code is 'Outlet that the response is about.';
comment on column reporting_v1.feedback_response.staff_id is 'Employee whom the response is about.';
comment on column reporting_v1.feedback_response.language is 'Language of the response, as ISO 639 code.';
comment on column reporting_v1.feedback_response.source is 'Open link, Personal link, Claim, Collect, Purchase or Staff.';
comment on column reporting_v1.feedback_response.nps is 'Answer to the question of recommendation, 0 to 10.';
comment on column reporting_v1.feedback_response.is_low_score is 'True if an answer has a low score.';
comment on column reporting_v1.feedback_response.status is 'Active, Inactive or Deleted.';
comment on column reporting_v1.feedback_response.submitted_at is 'Instant of the response.';
comment on column reporting_v1.feedback_response.submitted_on is 'Business date of the response.';

create or replace view reporting_v1.feedback_score with (security_barrier) as
select a.response_id, a.group_key as question_key, item.question_type, item.sequence_no as question_no, a.number::integer as score,
  (r.submitted_at at time zone (select zone from business_zone))::date as submitted_on
from feedback_answer a join feedback_response r using (response_id) join feedback_item item on item.group_key = a.group_key
where a.number is not null;
comment on view reporting_v1.feedback_score is 'Scores of responses: one row per response and question with a number.';
comment on column reporting_v1.feedback_score.response_id is 'Response of the score.';
comment on column reporting_v1.feedback_score.question_key is 'Number of the question, the same in all languages.';
comment on column reporting_v1.feedback_score.question_type is 'Type of the question, such as Rating 1-5 or NPS 0-10.';
comment on column reporting_v1.feedback_score.question_no is 'Position of the question in the form.';
comment on column reporting_v1.feedback_score.score is 'Number of the answer, for example 1 to 5.';
comment on column reporting_v1.feedback_score.submitted_on is 'Business date of the response.';
