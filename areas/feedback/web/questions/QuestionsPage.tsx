import { Button } from 'antd'
import { ArrowDownIcon, ArrowUpIcon, PencilIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  deleteQuestion,
  type Feedback,
  listFeedback,
  listQuestionGroups,
  orderQuestions,
  type QuestionGroup,
} from '../../contract.ts'
import { feedbackFormPath, feedbackQuestionAddPath, feedbackQuestionEditPath } from '../../paths.ts'
import { feedbackLanguageName } from '../languages.ts'
import { SortableList } from '../SortableList.tsx'

/** The questions of one form in their order. */
export function QuestionsPage() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const { data, error, refetch } = useRead(listFeedback, {})
  if (error) return <ErrorState error={error} title={t('feedback:form.getFailed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  const requestedId = Number(address.get('FeedbackId'))
  const form = data.rows.find(({ FeedbackId }) => FeedbackId === requestedId) ?? data.rows[0]
  if (!form) return <EmptyState title={t('feedback:form.empty')} hint={t('feedback:form.emptyHint')} />
  return (
    <Stack>
      <Row>
        <ChoiceSelect
          area="feedback"
          field="FeedbackId"
          choices={data.rows.map(({ FeedbackId, Name, Code }) => ({ value: `${FeedbackId}`, label: Name, hint: Code }))}
          aria-label={t('feedback:fields.FeedbackId')}
          style={{ maxInlineSize: 420 }}
          value={`${form.FeedbackId}`}
          onChange={(id) => setAddress({ FeedbackId: String(id) })}
        />
        <Link to={feedbackFormPath({ FeedbackId: form.FeedbackId, tab: 'preview' })}>{t('feedback:tabs.preview')}</Link>
      </Row>
      <Questions key={form.FeedbackId} form={form} />
    </Stack>
  )
}

function Questions({ form }: { form: Feedback }) {
  const t = useT()
  const { isHQ } = useSession()
  const { FeedbackId } = form
  const { data, error, refetch } = useRead(listQuestionGroups, { FeedbackId })
  const order = useCall(orderQuestions, {
    done: 'feedback:question.ordered',
    failed: 'feedback:question.updateFailed',
  })
  if (error) return <ErrorState error={error} title={t('feedback:question.getFailed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  const { rows } = data
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('feedback:question.empty')}
        hint={t('feedback:question.emptyHint')}
        action={isHQ && <Link to={feedbackQuestionAddPath({ FeedbackId })}>{t('feedback:screens.questionAdd')}</Link>}
      />
    )
  const move = (from: number, to: number) => {
    const keys = rows.map(({ GroupKey }) => GroupKey)
    keys.splice(to, 0, ...keys.splice(from, 1))
    return order.mutateAsync({ FeedbackId, GroupKeys: keys })
  }
  return (
    <SortableList
      rows={rows}
      keyOf={({ GroupKey }) => GroupKey}
      nameOf={nameOf}
      onMove={isHQ ? move : undefined}
      busy={order.isPending}
    >
      {(group, index, handle) => (
        <QuestionCard
          form={form}
          group={group}
          all={rows}
          handle={handle}
          onUp={isHQ && index > 0 ? () => void move(index, index - 1).catch(() => {}) : undefined}
          onDown={isHQ && index < rows.length - 1 ? () => void move(index, index + 1).catch(() => {}) : undefined}
          moving={order.isPending}
        />
      )}
    </SortableList>
  )
}

const nameOf = ({ Questions: [first], SequenceNo }: QuestionGroup) => first?.Text ?? `${SequenceNo}`

type QuestionCardProps = {
  form: Feedback
  group: QuestionGroup
  all: readonly QuestionGroup[]
  handle: ReactNode
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  moving: boolean
}

function QuestionCard({ form, group, all, handle, onUp, onDown, moving }: QuestionCardProps) {
  const t = useT()
  const labels = useLabels('feedback')
  const { isHQ } = useSession()
  const { GroupKey, Questions: wordings, QuestionType, RequiredYN, ShowIf, SequenceNo, Answers } = group
  const [first] = wordings
  const name = nameOf(group)
  const source = ShowIf && all.find((group) => group.GroupKey === ShowIf.GroupKey)
  const options = first?.FeedbackOptions ?? []
  const named = (answer: string) =>
    source?.Questions[0]?.FeedbackOptions.find(({ OptionKey }) => `${OptionKey}` === answer)?.Text ??
    (answer === 'Y' || answer === 'N' ? labels.value('YN', answer) : answer)
  const missing = form.Languages.filter((code) => !wordings.some(({ LanguageCode }) => LanguageCode === code))
  const about = [
    labels.value('QuestionType', QuestionType),
    RequiredYN === 'Y' && t('feedback:fields.RequiredYN'),
    wordings.map(({ LanguageCode }) => feedbackLanguageName(LanguageCode)).join(listSeparator()),
    Answers > 0 && t('feedback:results.answers', { count: Answers }),
  ].filter(Boolean)
  return (
    <Card
      title={`${SequenceNo}. ${name}`}
      extra={
        isHQ && (
          <Row gap="s">
            {handle}
            <Button
              type="text"
              icon={<ArrowUpIcon aria-hidden />}
              aria-label={t('feedback:question.up', { name })}
              disabled={!onUp || moving}
              onClick={onUp}
            />
            <Button
              type="text"
              icon={<ArrowDownIcon aria-hidden />}
              aria-label={t('feedback:question.down', { name })}
              disabled={!onDown || moving}
              onClick={onDown}
            />
            <Link
              to={feedbackQuestionEditPath({ GroupKey, FeedbackId: form.FeedbackId })}
              aria-label={`${t('kit:verbs.edit')}: ${name}`}
              style={{ padding: 7, lineHeight: 0 }}
            >
              <PencilIcon aria-hidden size={18} />
            </Link>
            <Remove group={group} name={name} />
          </Row>
        )
      }
    >
      <Stack gap="xs">
        <Muted>{about.join(' · ')}</Muted>
        {options.length > 0 && <bdi>{options.map(({ Text }) => Text).join(' · ')}</bdi>}
        {source && (
          <Muted>
            {t('feedback:question.onlyIf', {
              question: source.Questions[0]?.Text ?? '',
              answers: ShowIf.Answers.map(named).join(listSeparator()),
            })}
          </Muted>
        )}
        {missing.length > 0 && (
          <Muted>
            {t('feedback:question.missing', { languages: missing.map(feedbackLanguageName).join(listSeparator()) })}
          </Muted>
        )}
      </Stack>
    </Card>
  )
}

/**
 * Deletes the question in all its languages.
 * The wording in the form's first language is deleted last, because its deletion deletes the question.
 */
function Remove({ group: { Questions: wordings }, name }: { group: QuestionGroup; name: string }) {
  const t = useT()
  const remove = useCall(deleteQuestion, {
    done: 'feedback:question.deleted',
    failed: 'feedback:question.deleteFailed',
  })
  return (
    <ConfirmAction
      title={t('feedback:question.deleteQuestion', { name })}
      ok={t('kit:verbs.delete')}
      danger
      label={t('kit:verbs.delete')}
      run={async () => {
        for (const { QuestionId } of wordings.toReversed()) await remove.mutateAsync({ QuestionId })
      }}
    />
  )
}
