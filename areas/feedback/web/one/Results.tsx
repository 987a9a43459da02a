import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { cardCategoryChoices } from '#areas/memberships/web/index.ts'
import { personName } from '#kit/contract/person.ts'
import { Chart } from '#kit/web/Chart.tsx'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { DateRangeField } from '#kit/web/DateRangeField.tsx'
import { formatDecimal, formatMonth, formatPercent, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Bars, Columns, Muted, PlainTable, Row, Stack, SummaryBar } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  choiceTypes,
  type Feedback,
  type FeedbackLanguage,
  getResults,
  type Nps,
  type QuestionResult,
  type Slice,
} from '../../contract.ts'
import { formPath } from '../../paths.ts'
import { nameOfLanguage } from '../languages.ts'

type Asked = {
  OutletCode?: string
  CardCategoryCode?: string
  Language?: FeedbackLanguage
  DateFrom?: string
  DateTo?: string
}

/** What the answers say together. */
export function Results({ form }: { form: Feedback }) {
  const t = useT()
  const { isHQ } = useSession()
  const [asked, setAsked] = useState<Asked>({})
  const { data, error, refetch } = useRead(getResults, { FeedbackId: form.FeedbackId, ...asked })
  const put = (change: { [Field in keyof Asked]: Asked[Field] | undefined }) =>
    setAsked((before) =>
      Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)),
    )
  return (
    <Stack>
      <Row>
        <div style={{ inlineSize: 320, maxInlineSize: '100%' }}>
          <DateRangeField
            id="results-from"
            value={{ from: asked.DateFrom ?? null, until: asked.DateTo ?? null }}
            onChange={({ from, until }) => put({ DateFrom: from ?? undefined, DateTo: until ?? undefined })}
          />
        </div>
        {isHQ && (
          <ChoiceSelect
            area="feedback"
            field="OutletCode"
            choices="outlet"
            allowClear
            aria-label={t('kit:fields.OutletCode')}
            placeholder={t('kit:fields.OutletCode')}
            style={{ minInlineSize: 180, inlineSize: 'auto' }}
            value={asked.OutletCode ?? null}
            onChange={(OutletCode) => put({ OutletCode: (OutletCode as string | null) ?? undefined })}
          />
        )}
        <ChoiceSelect
          area="feedback"
          field="CardCategoryCode"
          choices={cardCategoryChoices}
          allowClear
          aria-label={t('kit:fields.CardCategoryCode')}
          placeholder={t('kit:fields.CardCategoryCode')}
          style={{ minInlineSize: 160, inlineSize: 'auto' }}
          value={asked.CardCategoryCode ?? null}
          onChange={(chosen) => put({ CardCategoryCode: (chosen as string | null) ?? undefined })}
        />
        <ChoiceSelect
          area="feedback"
          field="Language"
          choices={form.Languages.map((value) => ({ value, label: nameOfLanguage(value) }))}
          allowClear
          aria-label={t('feedback:fields.LanguageCode')}
          placeholder={t('feedback:fields.LanguageCode')}
          style={{ minInlineSize: 160, inlineSize: 'auto' }}
          value={asked.Language ?? null}
          onChange={(Language) => put({ Language: (Language as FeedbackLanguage | null) ?? undefined })}
        />
      </Row>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState rows={8} />}
      {data && <Told form={form} of={data} />}
    </Stack>
  )
}

const figure = (value: number) => formatPoints(value)
const signed = (value: number) => `${value > 0 ? '+' : ''}${formatDecimal(String(value))}`

function Told({ form, of }: { form: Feedback; of: ReturnType<typeof useRead<typeof getResults>>['data'] & object }) {
  const t = useT()
  const navigate = useNavigate()
  if (of.Responses === 0)
    return <EmptyState title={t('feedback:response.empty')} hint={t('feedback:response.emptyHint')} />
  const months = of.ByMonth
  return (
    <Stack>
      <SummaryBar
        items={[
          { label: t('feedback:results.responses'), value: figure(of.Responses), main: true },
          ...(of.Nps ? [{ label: t('feedback:fields.Nps'), value: signed(of.Nps.Score) }] : []),
          { label: t('feedback:results.lowScores'), value: figure(of.LowScores) },
          ...(of.ResponseRate === null
            ? []
            : [
                { label: t('feedback:results.rate'), value: formatPercent(of.ResponseRate) },
                { label: t('feedback:results.invited'), value: figure(of.Invited) },
              ]),
        ]}
      />
      {of.Nps && (
        <Card title={t('feedback:results.npsTitle')}>
          <Stack gap="s">
            <Parts of={of.Nps} />
            <Muted>{t('feedback:results.npsExplained')}</Muted>
          </Stack>
        </Card>
      )}
      {months.length > 1 && (
        <Card label={t('feedback:results.byMonth')}>
          <Chart
            kind="line"
            title={t(of.Nps ? 'feedback:results.npsByMonth' : 'feedback:results.byMonth')}
            by={t('feedback:results.month')}
            labels={months.map(({ Key }) => formatMonth(Key))}
            series={[
              {
                name: of.Nps ? t('feedback:fields.Nps') : t('feedback:results.responses'),
                points: months.map(({ Nps, Responses }) =>
                  of.Nps
                    ? { value: Nps?.Score ?? 0, text: Nps ? signed(Nps.Score) : '–' }
                    : { value: Responses, text: figure(Responses) },
                ),
              },
            ]}
            figure={(value) => signed(Math.round(value))}
          />
        </Card>
      )}
      <Columns least={360}>
        {of.Questions.filter(({ Answers }) => Answers > 0).map((question) => (
          <Question
            key={question.GroupKey}
            question={question}
            onRead={() =>
              void navigate(
                `${formPath({ FeedbackId: form.FeedbackId, tab: 'answers' })}&answers.GroupKey=${question.GroupKey}`,
              )
            }
          />
        ))}
      </Columns>
      <Columns least={360}>
        <Slices title={t('feedback:results.byOutlet')} by={t('kit:fields.OutletCode')} rows={of.ByOutlet} />
        <Slices
          title={t('feedback:results.byStaff')}
          by={t('feedback:fields.StaffName')}
          rows={of.ByStaff.map((row) => ({ ...row, Name: personName(row.Name) }))}
        />
        <Slices
          title={t('feedback:results.byLanguage')}
          by={t('feedback:fields.LanguageCode')}
          rows={of.ByLanguage.map((row) => ({ ...row, Name: nameOfLanguage(row.Key as FeedbackLanguage) }))}
        />
      </Columns>
    </Stack>
  )
}

/** Beyond, percentages beside the bars would lie over each other. */
const FEW = 4

function Parts({ of: { Answers, Promoters, Passives, Detractors } }: { of: Nps }) {
  const t = useT()
  const parts = [
    { key: 'promoters', count: Promoters },
    { key: 'passives', count: Passives },
    { key: 'detractors', count: Detractors },
  ] as const
  return (
    <Bars
      items={parts.map(({ key, count }) => ({
        key,
        label: t(`feedback:results.${key}`),
        value: `${figure(count)} · ${formatPercent((count * 100) / Answers, 1)}`,
        share: count / Answers,
      }))}
    />
  )
}

function Question({ question, onRead }: { question: QuestionResult; onRead: () => void }) {
  const t = useT()
  const labels = useLabels('feedback')
  const { Question: text, QuestionType, Answers, Average, Nps: nps, Options, Versions } = question
  const about = [
    t('feedback:results.answers', { count: Answers }),
    Average && t('feedback:results.average', { average: formatDecimal(Average) }),
    nps && `${t('feedback:fields.Nps')} ${signed(nps.Score)}`,
    Versions > 1 && t('feedback:results.versions', { count: Versions }),
  ].filter(Boolean)
  return (
    <Card label={text}>
      <Stack gap="s">
        {choiceTypes.includes(QuestionType) || Options.length === 0 ? (
          <>
            <h3 className="carat-card-title">
              <bdi>{text}</bdi>
            </h3>
            {/* Words stand beside their bars: below them they would lie over each other. */}
            {Options.length > 0 && (
              <Bars
                items={Options.map(({ Key, Text, Count, Percent }) => ({
                  key: Key,
                  label: Text,
                  value: `${figure(Count)} · ${formatPercent(Percent ?? 0)}`,
                  share: Answers === 0 ? 0 : Count / Answers,
                }))}
              />
            )}
          </>
        ) : (
          <Chart
            kind="bar"
            title={text}
            by={t('feedback:fields.Answer')}
            labels={Options.map(({ Key, Text }) => (QuestionType === 'Yes/No' ? labels.value('YN', Key) : Text))}
            series={[
              {
                name: t('feedback:fields.Answers'),
                points: Options.map(({ Count, Percent }) => ({
                  value: Count,
                  text: Options.length > FEW ? figure(Count) : `${figure(Count)} (${formatPercent(Percent ?? 0)})`,
                })),
              },
            ]}
            figure={figure}
            height={220}
          />
        )}
        <Row justify="spread">
          <Muted>{about.join(' · ')}</Muted>
          <Button type="link" size="small" onClick={onRead}>
            {t('feedback:results.read')}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}

/** The rest is asked for: a company may have more staff than fit beside its outlets. */
const SLICES_AT_FIRST = 10

function Slices({ title, by, rows }: { title: string; by: string; rows: readonly Slice[] }) {
  const t = useT()
  const [all, setAll] = useState(false)
  if (rows.length === 0) return null
  const shown = all ? rows : rows.slice(0, SLICES_AT_FIRST)
  return (
    <Card title={title} count={rows.length} flush>
      <PlainTable label={title} figures>
        <thead>
          <tr>
            <th scope="col">{by}</th>
            <th scope="col">{t('feedback:results.responses')}</th>
            <th scope="col">{t('feedback:fields.Nps')}</th>
            <th scope="col">{t('feedback:results.averageRating')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ Key, Name, Responses, Nps: nps, Average }) => (
            <tr key={Key}>
              <th scope="row">
                <bdi>{Name}</bdi>
              </th>
              <td>{figure(Responses)}</td>
              <td>{nps ? signed(nps.Score) : '–'}</td>
              <td>{Average === null ? '–' : formatDecimal(Average)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {shown.length < rows.length && (
        <Row justify="center" className="carat-space-after">
          <Button type="link" onClick={() => setAll(true)}>
            {t('feedback:results.showAll', { total: rows.length })}
          </Button>
        </Row>
      )}
    </Card>
  )
}
