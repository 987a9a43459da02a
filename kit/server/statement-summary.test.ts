import { expect, test } from 'vitest'
import { summarizeStatement } from './statement-summary.ts'

test.each([
  ['begin isolation level repeatable read', 'begin'],
  ['select "a"."customer_id" from "customer" as "a" inner join "membership" on true', 'select customer membership'],
  ['select * from "award_points"("member" => $1)', 'select award_points'],
  ['select "session_changed"($1)', 'select session_changed'],
  ['insert into outbox_message (recipient) values ($1) on conflict do update set a = 1', 'insert outbox_message'],
  ['with due as (select from job for update skip locked) update nightly_step set a = 1', 'update job nightly_step'],
  ["select from customer where name = 'from siti_binti' -- from ali", 'select customer'],
  ["select from customer where name = 'it''s from siti'", 'select customer'],
  ['do $$ begin update secret_name set a = 1; end $$', 'other'],
  ["select from customer where name = 'unfinished from siti", 'select customer'],
])('statement summary: %j is named %j, without values', (text, summary) => {
  expect(summarizeStatement(text).summary).toBe(summary)
})
