import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type FeedbackLanguage, type PublicQuestion, publicFormRefusals as refusals } from '../contract.ts'
import { isChoiceQuestionType } from './conditions.ts'
import type { FeedbackFormRow } from './form-rows.ts'
import { showIfColumn } from './question-rows.ts'

// This module reads the questions of a form in one language, and whether the form can be answered today.

/**
 * Returns the error for a form that cannot be answered today; undefined for other forms.
 * A deleted form gives the error for an unknown form.
 */
export function findClosedFormError(
  form: Pick<FeedbackFormRow, 'Status' | 'OpenFrom' | 'OpenTo'> | undefined,
  today: string,
) {
  if (!form || form.Status === 'Deleted') return refusals.notFound()
  if (form.Status !== 'Active' || (form.OpenTo && form.OpenTo < today)) return refusals.closed()
  if (form.OpenFrom && form.OpenFrom > today) return refusals.notYetOpen({ OpenFrom: form.OpenFrom })
  return undefined
}

export const findFormRow = (
  { db }: Pick<Ctx, 'db'>,
  FeedbackId: number,
  lock = false,
): Promise<FeedbackFormRow | undefined> =>
  db
    .selectFrom('Feedback')
    .selectAll()
    .where('FeedbackId', '=', FeedbackId)
    .$if(lock, (query) => query.forShare())
    .executeTakeFirst()

/** Returns the first requested language that the form has, otherwise the form's first language. `zh-Hans-CN` matches zh. */
export function chooseFormLanguage(
  { Languages }: Pick<FeedbackFormRow, 'Languages'>,
  ...requested: (string | null | undefined)[]
) {
  const languages = Languages as FeedbackLanguage[]
  for (const tag of requested) {
    const match = languages.find((language) => language === tag?.toLowerCase().split(/[-_]/)[0])
    if (match) return match
  }
  return languages[0]!
}

/**
 * Returns the active questions of a form in order.
 * A question without a text in the requested language uses the form's first language that has a text.
 * Questions with a choice are left out if they have no options.
 */
export async function loadQuestions(
  { db }: Pick<Ctx, 'db'>,
  { FeedbackId, Languages }: Pick<FeedbackFormRow, 'FeedbackId' | 'Languages'>,
  language: FeedbackLanguage,
): Promise<PublicQuestion[]> {
  const { rows } = await sql<PublicQuestion>`
    select q.question_id, item.group_key, q.language_code as language, q.text, item.question_type, item.required_yn, ${showIfColumn} as show_if,
      coalesce((select jsonb_agg(jsonb_build_object('OptionId', o.option_id, 'OptionKey', o.option_key, 'Text', o.text, 'AllowOtherYN', o.allow_other_yn)
        order by o.sequence_no, o.option_id) from feedback_option o where o.question_id = q.question_id and o.status = 'Active'), '[]') as options
    from feedback_item item
    join lateral (
      select wording.* from feedback_question wording where wording.group_key = item.group_key and wording.status in ('Active', 'Inactive')
      order by wording.language_code = ${language} desc, array_position(${Languages}::text[], wording.language_code) limit 1
    ) q on q.status = 'Active'
    where item.feedback_id = ${FeedbackId} and item.status = 'Active'
    order by item.sequence_no, item.group_key`.execute(db)
  return rows.filter(({ QuestionType, Options }) => !isChoiceQuestionType(QuestionType) || Options.length > 0)
}
