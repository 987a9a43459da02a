import type { WebRequestBody } from '#kit/contract/endpoint.ts'
import {
  choiceQuestionTypes,
  type Feedback,
  type FeedbackLanguage,
  type QuestionGroup,
  type QuestionType,
  type ShowIf,
  type saveQuestionGroup,
} from '../../contract.ts'

// The draft of a question that the user edits, in all its languages.

export type QuestionDraftOption = {
  /** The key of an option's row, which stays the same while the options are reordered. */
  id: number
  OptionKey?: number
  Texts: Partial<Record<FeedbackLanguage, string>>
  ScoreValue: number | null
  AllowOtherYN: 'Y' | 'N'
}

export type QuestionDraft = {
  QuestionType: QuestionType
  RequiredYN: 'Y' | 'N'
  ShowIf: ShowIf | null
  Texts: Partial<Record<FeedbackLanguage, string>>
  Options: QuestionDraftOption[]
}

let last = 0
export const createEmptyOption = (): QuestionDraftOption => ({
  id: ++last,
  Texts: {},
  ScoreValue: null,
  AllowOtherYN: 'N',
})

export const createQuestionDraft = (): QuestionDraft => ({
  QuestionType: 'Rating 1-5',
  RequiredYN: 'N',
  ShowIf: null,
  Texts: {},
  Options: [],
})

/** Creates the draft of an existing question, which the editor changes. */
export function toQuestionDraft({ QuestionType, RequiredYN, ShowIf, Questions }: QuestionGroup): QuestionDraft {
  const [first] = Questions
  return {
    QuestionType,
    RequiredYN,
    ShowIf,
    Texts: Object.fromEntries(Questions.map(({ LanguageCode, Text }) => [LanguageCode, Text])),
    Options: (first?.FeedbackOptions ?? []).map(({ OptionKey, ScoreValue, AllowOtherYN }) => ({
      id: ++last,
      OptionKey,
      ScoreValue,
      AllowOtherYN,
      Texts: Object.fromEntries(
        Questions.flatMap(({ LanguageCode, FeedbackOptions }) => {
          const option = FeedbackOptions.find((option) => option.OptionKey === OptionKey)
          return option ? [[LanguageCode, option.Text]] : []
        }),
      ),
    })),
  }
}

export const hasQuestionTypeOptions = (type: QuestionType) => choiceQuestionTypes.includes(type)

const filled = (texts: Partial<Record<FeedbackLanguage, string>>, languages: readonly FeedbackLanguage[]) =>
  Object.fromEntries(languages.flatMap((code) => (texts[code]?.trim() ? [[code, texts[code].trim()]] : [])))

/** Converts the draft of a question to the input of the endpoint, without empty values. */
export function toQuestionInput(
  { FeedbackId, Languages }: Pick<Feedback, 'FeedbackId' | 'Languages'>,
  draft: QuestionDraft,
  group?: Pick<QuestionGroup, 'GroupKey' | 'Version'>,
): WebRequestBody<typeof saveQuestionGroup> {
  const { QuestionType, RequiredYN, ShowIf, Options } = draft
  const Texts = filled(draft.Texts, Languages)
  const languages = Languages.filter((code) => code in Texts)
  return {
    FeedbackId,
    ...(group && { GroupKey: group.GroupKey }),
    Version: group?.Version,
    QuestionType,
    RequiredYN,
    ShowIf: ShowIf && ShowIf.Answers.length > 0 ? ShowIf : null,
    Texts,
    Options: hasQuestionTypeOptions(QuestionType)
      ? Options.map(({ OptionKey, Texts: texts, ScoreValue, AllowOtherYN }) => ({
          ...(OptionKey !== undefined && { OptionKey }),
          Texts: filled(texts, languages),
          ScoreValue,
          AllowOtherYN,
        }))
      : [],
  }
}
