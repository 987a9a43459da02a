import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { addFeedback, deleteFeedback, getFeedback, listFeedback, restoreFeedback, updateFeedback } from './forms.ts'
import { addInvitations, getInvitationLink, listInvitations, revokeInvitation } from './invitations.ts'
import {
  addFeedbackOption,
  deleteFeedbackOption,
  getFeedbackOption,
  listFeedbackOptions,
  restoreFeedbackOption,
  updateFeedbackOption,
} from './options.ts'
import { previewForm, readPublicForm, submitPublicForm } from './public-form.ts'
import { listQuestionGroups, orderQuestions, saveQuestionGroup } from './question-groups.ts'
import {
  addQuestion,
  deleteQuestion,
  getQuestion,
  listQuestions,
  restoreQuestion,
  updateQuestion,
} from './questions.ts'
import {
  addFeedbackResponse,
  deleteFeedbackResponse,
  getFeedbackResponse,
  listAnswers,
  listFeedbackResponses,
  restoreFeedbackResponse,
  updateFeedbackResponse,
} from './responses.ts'
import { getFeedbackResults } from './results.ts'

export const feedbackRoutes = [
  serve(contract.listFeedback, listFeedback),
  serve(contract.getFeedback, getFeedback),
  serve(contract.addFeedback, addFeedback),
  serve(contract.updateFeedback, updateFeedback),
  serve(contract.deleteFeedback, deleteFeedback),
  serve(contract.restoreFeedback, restoreFeedback),
  serve(contract.listQuestions, listQuestions),
  serve(contract.getQuestion, getQuestion),
  serve(contract.addQuestion, addQuestion),
  serve(contract.updateQuestion, updateQuestion),
  serve(contract.deleteQuestion, deleteQuestion),
  serve(contract.restoreQuestion, restoreQuestion),
  serve(contract.listQuestionGroups, listQuestionGroups),
  serve(contract.saveQuestionGroup, saveQuestionGroup),
  serve(contract.orderQuestions, orderQuestions),
  serve(contract.listFeedbackOptions, listFeedbackOptions),
  serve(contract.getFeedbackOption, getFeedbackOption),
  serve(contract.addFeedbackOption, addFeedbackOption),
  serve(contract.updateFeedbackOption, updateFeedbackOption),
  serve(contract.deleteFeedbackOption, deleteFeedbackOption),
  serve(contract.restoreFeedbackOption, restoreFeedbackOption),
  serve(contract.listFeedbackResponses, listFeedbackResponses),
  serve(contract.getFeedbackResponse, getFeedbackResponse),
  serve(contract.addFeedbackResponse, addFeedbackResponse),
  serve(contract.updateFeedbackResponse, updateFeedbackResponse),
  serve(contract.deleteFeedbackResponse, deleteFeedbackResponse),
  serve(contract.restoreFeedbackResponse, restoreFeedbackResponse),
  serve(contract.listAnswers, listAnswers),
  serve(contract.getFeedbackResults, getFeedbackResults, 'report'),
  serve(contract.listInvitations, listInvitations),
  serve(contract.addInvitations, addInvitations),
  serve(contract.getInvitationLink, getInvitationLink),
  serve(contract.revokeInvitation, revokeInvitation),
  serve(contract.previewForm, previewForm),
  serve(contract.readPublicForm, readPublicForm),
  serve(contract.submitPublicForm, submitPublicForm),
]
