import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { addFeedback, deleteFeedback, getFeedback, listFeedback, restoreFeedback, updateFeedback } from './forms.ts'
import { addInvitations, getInvitationLink, listInvitations, revokeInvitation } from './invitations.ts'
import { addOption, deleteOption, getOption, listOptions, restoreOption, updateOption } from './options.ts'
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
  addResponse,
  deleteResponse,
  getResponse,
  listAnswers,
  listResponses,
  restoreResponse,
  updateResponse,
} from './responses.ts'
import { getResults } from './results.ts'

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
  serve(contract.listOptions, listOptions),
  serve(contract.getOption, getOption),
  serve(contract.addOption, addOption),
  serve(contract.updateOption, updateOption),
  serve(contract.deleteOption, deleteOption),
  serve(contract.restoreOption, restoreOption),
  serve(contract.listResponses, listResponses),
  serve(contract.getResponse, getResponse),
  serve(contract.addResponse, addResponse),
  serve(contract.updateResponse, updateResponse),
  serve(contract.deleteResponse, deleteResponse),
  serve(contract.restoreResponse, restoreResponse),
  serve(contract.listAnswers, listAnswers),
  serve(contract.getResults, getResults, 'report'),
  serve(contract.listInvitations, listInvitations),
  serve(contract.addInvitations, addInvitations),
  serve(contract.getInvitationLink, getInvitationLink),
  serve(contract.revokeInvitation, revokeInvitation),
  serve(contract.previewForm, previewForm),
  serve(contract.readPublicForm, readPublicForm),
  serve(contract.submitPublicForm, submitPublicForm),
]
