import { Button } from 'antd'
import { CircleAlertIcon, CircleCheckIcon, CircleDashedIcon, CopyIcon } from 'lucide-react'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import type { ContactType, TemplateLanguage, TemplateText } from '../../contract.ts'
import { templateLanguageName } from '../languages.ts'
import { MergeFieldsEditor } from './FieldsEditor.tsx'
import type { InsertableField } from './insertable.ts'
import { splitIntoTextsAndChips } from './merge-text.ts'
import { calculateSmsLength } from './sms-length.ts'

type ErrorProps = { 'aria-invalid'?: boolean | 'true'; 'aria-describedby'?: string }
type Props = ControlProps &
  ErrorProps & {
    type: ContactType
    fields: readonly InsertableField[]
    languages: readonly TemplateLanguage[]
    main: TemplateLanguage
    language: TemplateLanguage
    onLanguage: (language: TemplateLanguage) => void
  }

/** Edits the texts of a template, one language at a time. The tabs show which languages are incomplete. */
export function TemplateTextsField(props: Props) {
  const { id, value, onChange, onBlur, type, fields, languages, main, language, onLanguage } = props
  const t = useT()
  const texts = (Array.isArray(value) ? value : []) as TemplateText[]
  const textIn = (code: TemplateLanguage) => texts.find(({ Language }) => Language === code)
  const missing = languages.filter((code) => !textIn(code))
  const missingParts = (code: TemplateLanguage) => partsOf(type).filter((part) => !textIn(code)?.[part]?.trim())
  const stateOf = (code: TemplateLanguage) =>
    textIn(code) ? (missingParts(code).length > 0 ? 'incomplete' : 'written') : 'empty'
  /** The parts to mark as invalid: the missing parts of the language, or all parts if no language is incomplete. */
  const invalidParts = () => {
    if (stateOf(language) !== 'written') return textIn(language) || language === main ? missingParts(language) : []
    return languages.some((code) => stateOf(code) === 'incomplete') ? [] : partsOf(type)
  }
  const invalid = props['aria-invalid'] ? invalidParts() : []
  const set = (code: TemplateLanguage, next: Omit<TemplateText, 'Language'>) => {
    const others = texts.filter(({ Language }) => Language !== code)
    const empty = next.Body.trim() === '' && !next.Subject?.trim()
    const all = empty ? others : [...others, { Language: code, ...next }]
    onChange?.(languages.flatMap((code) => all.filter(({ Language }) => Language === code)))
  }
  return (
    <div id={id}>
      <Row className="carat-space-after">
        <fieldset className="carat-segments" style={{ flexWrap: 'wrap' }} aria-label={t('messages:fields.Languages')}>
          {languages.map((code) => (
            <button key={code} type="button" aria-pressed={code === language} onClick={() => onLanguage(code)}>
              <LanguageName code={code} state={stateOf(code)} />
            </button>
          ))}
        </fieldset>
      </Row>
      <OneLanguage
        key={language}
        type={type}
        fields={fields}
        language={language}
        invalid={invalid}
        describedBy={props['aria-describedby']}
        text={textIn(language)}
        model={language === main ? undefined : textIn(main)}
        onChange={(next) => set(language, next)}
        onBlur={onBlur}
      />
      {texts.length > 0 && missing.length > 0 && (
        <Muted as="p">
          {missing.includes(main)
            ? t('messages:texts.mainMissing', { language: templateLanguageName(main) })
            : t('messages:texts.missing', {
                languages: missing.map(templateLanguageName).join(listSeparator()),
                main: templateLanguageName(main),
              })}
        </Muted>
      )}
    </div>
  )
}

type Part = 'Subject' | 'Body'
const partsOf = (type: ContactType): Part[] => (type === 'Email' ? ['Subject', 'Body'] : ['Body'])

const stateIcons = {
  written: <CircleCheckIcon aria-hidden className="carat-good" />,
  incomplete: <CircleAlertIcon aria-hidden className="carat-doubt" />,
  empty: <CircleDashedIcon aria-hidden />,
}

function LanguageName({ code, state }: { code: TemplateLanguage; state: keyof typeof stateIcons }) {
  const t = useT()
  return (
    <Row gap="xs" tight>
      <span lang={code}>{templateLanguageName(code)}</span>
      {stateIcons[state]}
      <span className="carat-unseen">{t(`messages:texts.${state}`)}</span>
    </Row>
  )
}

type LanguageProps = {
  type: ContactType
  fields: readonly InsertableField[]
  language: TemplateLanguage
  text: TemplateText | undefined
  /** The text in the main language, which users can copy into other languages. */
  model: TemplateText | undefined
  onChange: (text: Omit<TemplateText, 'Language'>) => void
  onBlur: (() => void) | undefined
  /** The invalid parts of the text, and the id of the error message. */
  invalid: readonly Part[]
  describedBy: string | undefined
}

function OneLanguage({ type, fields, language, text, model, onChange, onBlur, invalid, describedBy }: LanguageProps) {
  const t = useT()
  const Subject = text?.Subject ?? ''
  const Body = text?.Body ?? ''
  const name = templateLanguageName(language)
  const marks = (part: Part) =>
    invalid.includes(part) && ({ 'aria-invalid': true, 'aria-describedby': describedBy } as const)
  return (
    <Stack gap="m">
      {!text && model && (
        <Row>
          <Button
            size="small"
            icon={<CopyIcon aria-hidden />}
            onClick={() => onChange({ Subject: model.Subject, Body: model.Body })}
          >
            {t('messages:texts.copy', { language: templateLanguageName(model.Language) })}
          </Button>
        </Row>
      )}
      {type === 'Email' && (
        <div>
          <span className="carat-label carat-required" aria-hidden>
            {t('messages:fields.Subject')}
          </span>
          <MergeFieldsEditor
            {...marks('Subject')}
            mode="line"
            label={t('messages:texts.subjectIn', { language: name })}
            language={language}
            fields={fields}
            value={Subject}
            onChange={(next) => onChange({ Subject: next, Body })}
            onBlur={onBlur}
          />
        </div>
      )}
      <div>
        <span className="carat-label carat-required" aria-hidden>
          {t('messages:fields.Body')}
        </span>
        <MergeFieldsEditor
          {...marks('Body')}
          mode={type === 'Email' ? 'rich' : 'plain'}
          label={t('messages:texts.bodyIn', { language: name })}
          language={language}
          fields={fields}
          value={Body}
          onChange={(next) => onChange({ ...(type === 'Email' && { Subject }), Body: next })}
          onBlur={onBlur}
        />
        {type === 'SMS' && <SmsCount text={Body} />}
      </div>
    </Stack>
  )
}

/** Shows characters and parts of an SMS, without the values of its merge fields. */
function SmsCount({ text }: { text: string }) {
  const t = useT()
  const pieces = splitIntoTextsAndChips(text)
  const fixedText = pieces.filter((piece) => typeof piece === 'string').join('')
  const { alphabet, characters, segments, left } = calculateSmsLength(fixedText)
  const hasFields = pieces.some((piece) => typeof piece !== 'string')
  return (
    <Muted as="p" role="status">
      {[
        t('messages:sms.characters', { count: characters }),
        t('messages:sms.parts', { count: segments }),
        t('messages:sms.left', { count: left }),
        alphabet,
      ].join(' · ')}
      {hasFields && (
        <>
          <br />
          {t('messages:sms.withoutFields')}
        </>
      )}
    </Muted>
  )
}
