/** The queue of the steps of roast days in this browser. */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import { call, type Input } from '#app/platform/api/call.ts'
import { StepQueue } from '#app/platform/offline/sender.ts'
import { withDelay } from './queue.ts'
import type { Step } from './steps.ts'

export const queue = new StepQueue<Step>({
  name: 'roast-day',
  request: (queued) => {
    const input = withDelay(queued, Date.now())
    return call(roastDay[queued.step.kind], input as Input<(typeof roastDay)[Step['kind']]>, {
      idempotencyKey: queued.key,
    })
  },
})
