import { Button, Checkbox, Drawer, Form, Input, Radio, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { MemberSearchResult } from '#areas/customers/web/index.ts'
import { MemberPicker } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { DateInput } from '#kit/web/DateInput.tsx'
import { useLeaveGuard } from '#kit/web/form/useLeaveGuard.tsx'
import { useT } from '#kit/web/i18n.ts'
import { ActionBar, Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  type FeedbackAnswerValue,
  type FeedbackAnswerValues,
  listUnansweredRequiredQuestions,
  listVisibleQuestions,
  replaceAnswer,
  toSubmittedAnswers,
} from '../../contract/answers.ts'
import {
  ANSWER_TEXT_LENGTH_MAX,
  addFeedbackResponse,
  type Feedback,
  type PublicQuestion,
  previewForm,
  SHORT_ANSWER_LENGTH_MAX,
} from '../../contract.ts'
import { FormLanguageTabs } from '../LanguageTabs.tsx'

/** The fields have no margin, because the stack spaces fields with and without errors. */
const bare = { marginBlockEnd: 0 }

type Props = { form: Feedback; open: boolean; onClose: () => void }

/** Drawer in which staff record a response given in person, on paper or by phone. */
export function NewResponseDrawer({ form, open, onClose }: Props) {
  const t = useT()
  const { FeedbackId, Languages } = form
  const [language, setLanguage] = useState(Languages[0]!)
  const [customer, setCustomer] = useState<MemberSearchResult>()
  const [answers, setAnswers] = useState<FeedbackAnswerValues>({})
  const [remarks, setRemarks] = useState('')
  const [checked, setChecked] = useState(false)
  const { data, error, refetch } = useRead(previewForm, { FeedbackId, Language: language }, { enabled: open })
  const empty = () => {
    setCustomer(undefined)
    setAnswers({})
    setRemarks('')
    setChecked(false)
  }
  const close = () => {
    empty()
    onClose()
  }
  const add = useCall(addFeedbackResponse, {
    done: 'feedback:response.created',
    failed: 'feedback:response.createFailed',
    onDone: close,
  })
  const questions = data ? listVisibleQuestions(data.Form, answers) : []
  const missing = checked ? listUnansweredRequiredQuestions(questions, answers) : []
  const save = () => {
    setChecked(true)
    if (!data || listUnansweredRequiredQuestions(questions, answers).length > 0) return Promise.resolve(false)
    const request = add.mutateAsync({
      FeedbackId,
      Language: language,
      CustomerId: customer?.CustomerId ?? null,
      Answers: toSubmittedAnswers(data.Form, answers),
      Remarks: remarks.trim() || null,
    })
    return request.then(
      () => true,
      () => false,
    )
  }
  const dirty = open && (Object.keys(answers).length > 0 || customer !== undefined || remarks !== '')
  const guard = useLeaveGuard({ dirty, save, dialog: true, onDiscard: empty })
  return (
    <Drawer
      open={open}
      onClose={() => guard.ask(close)}
      title={t('feedback:response.write')}
      size={560}
      mask={{ closable: false }}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState rows={6} />}
      {data && (
        <Form layout="vertical" onFinish={() => void save()} disabled={add.isPending}>
          <Stack>
            {Languages.length > 1 && (
              <FormLanguageTabs
                label={t('feedback:fields.Languages')}
                languages={Languages}
                current={language}
                onChange={setLanguage}
              />
            )}
            {form.AnonymousYN === 'N' && <CustomerField customer={customer} onChange={setCustomer} />}
            <Stack gap="m">
              {questions.map((question) => (
                <QuestionItem
                  key={question.GroupKey}
                  question={question}
                  answer={answers[question.GroupKey]}
                  onAnswer={(next) => setAnswers((before) => replaceAnswer(before, question.GroupKey, next))}
                  fault={missing.includes(question) ? t('kit:issues.required') : undefined}
                />
              ))}
              <Form.Item label={t('kit:fields.Remarks')} htmlFor="response-remarks" style={bare}>
                <Input.TextArea
                  id="response-remarks"
                  maxLength={1000}
                  autoSize={{ minRows: 2, maxRows: 6 }}
                  value={remarks}
                  onChange={({ target }) => setRemarks(target.value)}
                />
              </Form.Item>
            </Stack>
            <ActionBar>
              <Button type="primary" htmlType="submit" loading={add.isPending}>
                {t('kit:verbs.save')}
              </Button>
              <Button onClick={() => guard.ask(close)}>{t('kit:verbs.cancel')}</Button>
            </ActionBar>
          </Stack>
        </Form>
      )}
      {guard.node}
    </Drawer>
  )
}

type CustomerFieldProps = {
  customer: MemberSearchResult | undefined
  onChange: (customer: MemberSearchResult | undefined) => void
}

/** The customer who gave the answers, if the customer is known. */
function CustomerField({ customer, onChange }: CustomerFieldProps) {
  const t = useT()
  if (!customer) return <MemberPicker id="response-customer" label={t('feedback:response.whose')} onPick={onChange} />
  return (
    <Row justify="spread">
      <span>
        {formatPersonName(customer.FullName)} <Muted>{customer.MembershipNo}</Muted>
      </span>
      <Button type="link" size="small" onClick={() => onChange(undefined)}>
        {t('kit:verbs.remove')}
      </Button>
    </Row>
  )
}

type QuestionItemProps = {
  question: PublicQuestion
  answer: FeedbackAnswerValue | undefined
  onAnswer: (answer: FeedbackAnswerValue | undefined) => void
  fault: string | undefined
}

function QuestionItem(props: QuestionItemProps) {
  const { question, answer, onAnswer, fault } = props
  const t = useT()
  const id = useId()
  const { Text, RequiredYN, Options, Language } = question
  const allowsText = Options.some(
    ({ OptionKey, AllowOtherYN }) => AllowOtherYN === 'Y' && answer?.options?.includes(OptionKey),
  )
  return (
    <Form.Item
      label={
        <bdi lang={Language} id={`${id}-label`}>
          {Text}
        </bdi>
      }
      htmlFor={id}
      required={RequiredYN === 'Y'}
      style={bare}
      {...(fault && { validateStatus: 'error', help: fault })}
    >
      <Stack gap="s">
        <Control {...props} id={id} />
        {allowsText && (
          <Input
            aria-label={t('feedback:fields.AllowOtherYN')}
            placeholder={t('feedback:fields.AllowOtherYN')}
            maxLength={SHORT_ANSWER_LENGTH_MAX}
            value={answer?.text ?? ''}
            onChange={({ target }) => onAnswer({ ...answer, text: target.value })}
          />
        )}
      </Stack>
    </Form.Item>
  )
}

/** Returns the input control for the type of the question. */
function Control({ question, answer, onAnswer, id }: QuestionItemProps & { id: string }): ReactNode {
  const labels = useLabels('feedback')
  const group = { id, 'aria-labelledby': `${id}-label` }
  const options = question.Options.map(({ OptionKey, Text }) => ({ value: OptionKey, label: Text }))
  switch (question.QuestionType) {
    case 'Short text':
    case 'Long text':
      return (
        <Input.TextArea
          id={id}
          maxLength={question.QuestionType === 'Short text' ? SHORT_ANSWER_LENGTH_MAX : ANSWER_TEXT_LENGTH_MAX}
          autoSize={{ minRows: question.QuestionType === 'Short text' ? 1 : 3, maxRows: 10 }}
          value={answer?.text ?? ''}
          onChange={({ target }) => onAnswer(target.value ? { text: target.value } : undefined)}
        />
      )
    case 'Date':
      return (
        <DateInput id={id} value={answer?.date ?? null} onChange={(date) => onAnswer(date ? { date } : undefined)} />
      )
    case 'Dropdown':
      return (
        <Select
          id={id}
          allowClear
          options={options}
          value={answer?.options?.[0] ?? null}
          onChange={(key) => onAnswer(key ? { ...answer, options: [key] } : undefined)}
        />
      )
    case 'Multiple choice':
      return (
        <Checkbox.Group
          {...group}
          options={options}
          value={[...(answer?.options ?? [])]}
          onChange={(keys) => onAnswer(keys.length > 0 ? { ...answer, options: keys } : undefined)}
        />
      )
    case 'Single choice':
      return (
        <Radio.Group
          {...group}
          options={options}
          value={answer?.options?.[0]}
          onChange={({ target }) => onAnswer({ ...answer, options: [target.value as number] })}
        />
      )
    case 'Yes/No':
      return (
        <Radio.Group
          {...group}
          options={(['Y', 'N'] as const).map((value) => ({ value, label: labels.value('YN', value) }))}
          value={answer?.yn}
          onChange={({ target }) => onAnswer({ yn: target.value as 'Y' | 'N' })}
        />
      )
    default: {
      const [from, to] = question.QuestionType === 'NPS 0-10' ? [0, 10] : [1, 5]
      const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
      return (
        <Radio.Group
          {...group}
          optionType="button"
          options={numbers.map((number) => ({ value: number, label: `${number}` }))}
          value={answer?.number}
          onChange={({ target }) => onAnswer({ number: target.value as number })}
        />
      )
    }
  }
}
