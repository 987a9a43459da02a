import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import { serve } from '#kit/server/serve.ts'
import * as schedules from '../contract/schedules.ts'
import * as contract from '../contract.ts'
import { addExport, cancelExport, runExportAgain } from './add-export.ts'
import { exportStatus, listExports } from './exports.ts'
import { listScheduleRecipients } from './schedules/recipients.ts'
import {
  addSchedule,
  deleteSchedule,
  listScheduleSends,
  listSchedules,
  pauseSchedule,
  restoreSchedule,
  resumeSchedule,
  sendScheduleNow,
  updateSchedule,
} from './schedules/schedules.ts'

/** The maximum number of synchronous exports that run at the same time. As many may run in the background. */
const AT_ONCE = 2

const limited = limitConcurrency(AT_ONCE)

export const exportRoutes = [
  serve(contract.addExport, addExport, 'report', limited),
  serve(contract.listExports, listExports),
  serve(contract.exportStatus, exportStatus),
  serve(contract.cancelExport, cancelExport),
  serve(contract.runExportAgain, runExportAgain, 'report', limited),
  serve(schedules.listSchedules, listSchedules),
  serve(schedules.addSchedule, addSchedule),
  serve(schedules.updateSchedule, updateSchedule),
  serve(schedules.pauseSchedule, pauseSchedule),
  serve(schedules.resumeSchedule, resumeSchedule),
  serve(schedules.sendScheduleNow, sendScheduleNow),
  serve(schedules.deleteSchedule, deleteSchedule),
  serve(schedules.restoreSchedule, restoreSchedule),
  serve(schedules.listScheduleSends, listScheduleSends),
  serve(schedules.listScheduleRecipients, listScheduleRecipients),
]
