import { Alert, Button, Form, Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { CallError } from '#kit/web/call.ts'
import { useLeaveGuard } from '#kit/web/form/useLeaveGuard.tsx'
import { useT } from '#kit/web/i18n.ts'
import { ActionBar, Muted, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import {
  type Feedback,
  listFeedback,
  listQuestionGroups,
  QUESTION_TEXT_LENGTH_MAX,
  type QuestionGroup,
  QuestionType,
  saveQuestionGroup,
} from '../../contract.ts'
import { feedbackQuestionsPath } from '../../paths.ts'
import { feedbackLanguageName } from '../languages.ts'
import { QuestionConditionField } from './Condition.tsx'
import {
  createEmptyOption,
  createQuestionDraft,
  hasQuestionTypeOptions,
  type QuestionDraft,
  toQuestionDraft,
  toQuestionInput,
} from './draft.ts'
import { QuestionOptionsEditor } from './Options.tsx'

/** Provides the form to which a question belongs: the form in the URL, otherwise the first form. */
function WithForm({ children }: { children: (form: Feedback, groups: readonly QuestionGroup[]) => ReactNode }) {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const { data, error, refetch } = useRead(listFeedback, {})
  const requestedId = Number(address.get('FeedbackId'))
  const form = data?.rows.find(({ FeedbackId }) => FeedbackId === requestedId) ?? data?.rows[0]
  if (error) return <ErrorState error={error} title={t('feedback:form.getFailed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  if (!form) return <EmptyState title={t('feedback:form.empty')} hint={t('feedback:form.emptyHint')} />
  return (
    <Stack width="form">
      <ChoiceSelect
        area="feedback"
        field="FeedbackId"
        choices={data.rows.map(({ FeedbackId, Name, Code }) => ({ value: `${FeedbackId}`, label: Name, hint: Code }))}
        aria-label={t('feedback:fields.FeedbackId')}
        disabled={requestedId !== 0 && form.FeedbackId === requestedId}
        value={`${form.FeedbackId}`}
        onChange={(id) => setAddress({ FeedbackId: String(id) })}
      />
      <WithGroups key={form.FeedbackId} form={form}>
        {children}
      </WithGroups>
    </Stack>
  )
}

function WithGroups({
  form,
  children,
}: {
  form: Feedback
  children: (form: Feedback, groups: readonly QuestionGroup[]) => ReactNode
}) {
  const t = useT()
  const { data, error, refetch } = useRead(listQuestionGroups, { FeedbackId: form.FeedbackId })
  if (error) return <ErrorState error={error} title={t('feedback:question.getFailed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  return children(form, data.rows)
}

export const AddQuestionPage = () => (
  <WithForm>{(form, groups) => <Editor form={form} groups={groups} start={createQuestionDraft()} />}</WithForm>
)

export function EditQuestionPage() {
  const t = useT()
  const key = Number(useParams().GroupKey)
  return (
    <WithForm>
      {(form, groups) => {
        const group = groups.find(({ GroupKey }) => GroupKey === key)
        if (!group) return <EmptyState title={t('feedback:question.gone')} />
        return <Editor key={group.Version} form={form} groups={groups} group={group} start={toQuestionDraft(group)} />
      }}
    </WithForm>
  )
}

type EditorProps = { form: Feedback; groups: readonly QuestionGroup[]; group?: QuestionGroup; start: QuestionDraft }

function Editor({ form, groups, group, start }: EditorProps) {
  const t = useT()
  const labels = useLabels('feedback')
  const navigate = useNavigate()
  const [draft, setDraft] = useState(start)
  const [dirty, setDirty] = useState(false)
  const { FeedbackId, Languages } = form
  const back = feedbackQuestionsPath({ FeedbackId })
  const set = (change: Partial<QuestionDraft>) => {
    setDraft((before) => ({ ...before, ...change }))
    setDirty(true)
  }
  const save = useCall(saveQuestionGroup, {
    done: group ? 'feedback:question.updated' : 'feedback:question.created',
    failed: (error) =>
      t(optionFailed(error) ?? (group ? 'feedback:question.updateFailed' : 'feedback:question.createFailed')),
  })
  const submit = () =>
    save.mutateAsync(toQuestionInput(form, draft, group)).then(
      () => true,
      () => false,
    )
  const guard = useLeaveGuard({ dirty, save: submit, dialog: false })
  const finish = async () => {
    if (!(await submit())) return
    guard.release()
    await navigate(back)
  }
  const earlier = groups.filter(({ SequenceNo }) => !group || SequenceNo < group.SequenceNo)
  const fixed = (group?.Answers ?? 0) > 0
  return (
    <Form layout="vertical" component="form" onFinish={() => void finish()} disabled={save.isPending}>
      <Stack>
        {fixed && <Alert type="info" showIcon title={t('feedback:question.answered')} />}
        <Wording languages={Languages} draft={draft} fixed={fixed} set={set} />
        {hasQuestionTypeOptions(draft.QuestionType) && (
          <Card title={t('feedback:fields.Options')}>
            <QuestionOptionsEditor
              languages={Languages.filter((code, index) => index === 0 || draft.Texts[code]?.trim())}
              options={draft.Options}
              onChange={(next) => set({ Options: next })}
            />
          </Card>
        )}
        <Card title={t('feedback:fields.ShowIf')}>
          {earlier.length === 0 ? (
            <Muted>{t('feedback:question.noEarlier')}</Muted>
          ) : (
            <QuestionConditionField
              earlier={earlier}
              value={draft.ShowIf}
              onChange={(ShowIf) => set({ ShowIf })}
              words={(answer) => labels.value('YN', answer)}
            />
          )}
        </Card>
        <ActionBar>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('kit:verbs.save')}
          </Button>
          <Button onClick={() => void navigate(back)}>{t('kit:verbs.cancel')}</Button>
        </ActionBar>
      </Stack>
      {guard.node}
    </Form>
  )
}

/** Returns the title of the error if an option made the save fail. */
function optionFailed(error: Error): TextKey | undefined {
  if (!(error instanceof CallError)) return undefined
  switch (error.code) {
    case 'feedback.options_missing':
    case 'feedback.too_many_options':
      return 'feedback:option.createFailed'
    case 'feedback.option_text_missing':
    case 'feedback.option_key_taken':
    case 'feedback.no_choice':
      return 'feedback:option.updateFailed'
    case 'feedback.option_in_condition':
      return 'feedback:option.deleteFailed'
    case 'feedback.condition_answer':
      return 'feedback:option.getFailed'
    default:
      return undefined
  }
}

type WordingProps = {
  languages: Feedback['Languages']
  draft: QuestionDraft
  fixed: boolean
  set: (change: Partial<QuestionDraft>) => void
}

/** Edits the question text in each language and the type of the answer. */
function Wording({ languages, draft, fixed, set }: WordingProps) {
  const t = useT()
  const id = useId()
  return (
    <Card title={t('feedback:fields.Text')}>
      <Form.Item
        label={t('feedback:fields.QuestionType')}
        htmlFor={`${id}-type`}
        extra={fixed && t('feedback:question.typeFixed')}
      >
        <ChoiceSelect
          id={`${id}-type`}
          area="feedback"
          field="QuestionType"
          choices={QuestionType.options}
          disabled={fixed}
          value={draft.QuestionType}
          onChange={(selected) => {
            const type = selected as QuestionType
            const needs = hasQuestionTypeOptions(type) && draft.Options.length === 0
            set({ QuestionType: type, ...(needs && { Options: [createEmptyOption(), createEmptyOption()] }) })
          }}
        />
      </Form.Item>
      {languages.map((code, index) => (
        <Form.Item
          key={code}
          label={feedbackLanguageName(code)}
          htmlFor={`${id}-${code}`}
          required={index === 0}
          extra={index > 0 && t('feedback:question.otherwise', { language: feedbackLanguageName(languages[0]!) })}
        >
          <Input.TextArea
            id={`${id}-${code}`}
            lang={code}
            maxLength={QUESTION_TEXT_LENGTH_MAX}
            autoSize={{ minRows: 1, maxRows: 5 }}
            value={draft.Texts[code] ?? ''}
            onChange={(event) => set({ Texts: { ...draft.Texts, [code]: event.target.value } })}
          />
        </Form.Item>
      ))}
      <Form.Item label={t('feedback:fields.RequiredYN')} htmlFor={`${id}-required`}>
        <Switch
          id={`${id}-required`}
          checked={draft.RequiredYN === 'Y'}
          onChange={(on) => set({ RequiredYN: on ? 'Y' : 'N' })}
          aria-label={t('feedback:fields.RequiredYN')}
        />
      </Form.Item>
    </Card>
  )
}
