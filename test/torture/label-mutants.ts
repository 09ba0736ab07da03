/** Mutants of the label desk, for the races that watch it; what a crash must show is in crash-mutants.ts. */
import type { Mutant } from './mutants.ts'

export const LABEL_MUTANTS: Mutant[] = [
  {
    name: 'who comes second buys a label all the same',
    race: 'label x 20',
    file: 'server/shippo/buy-label.ts',
    edits: [
      {
        find: `    if (isUniqueViolation(error)) throw beingBought()\n`,
        replace: `    if (isUniqueViolation(error)) return label\n`,
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'a label is asked for before its place is taken',
    race: 'label x 20',
    file: 'server/shippo/buy-label.ts',
    edits: [
      { find: `      { query: shop.db.insertInto('labels').values(label) },\n`, replace: '' },
      {
        find: `    await recordBought(shop, label, bought)\n`,
        replace: `    await shop.db.insertInto('labels').values(label).execute()\n    await recordBought(shop, label, bought)\n`,
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'whoever brings the answer writes the label down',
    race: 'label found x 10',
    file: 'server/shippo/label-outcome.ts',
    edits: [{ find: `      .where('state', 'in', ['buying', 'failed'])\n`, replace: '' }],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'a label that came late is bought again',
    race: 'label late',
    file: 'server/shippo/buy-label.ts',
    edits: [
      {
        find: `latest?.state === 'failed' && (await isBoughtAfterAll(shop, latest))`,
        replace: `latest?.state === 'failed' && !isBoughtAfterAll`,
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'a label is given back by everybody at once',
    race: 'label void x 20',
    file: 'server/shippo/void-label.ts',
    edits: [{ find: `      .where('state', '=', 'bought')\n`, replace: '' }],
    caughtOn: ['sqlite', 'postgres'],
  },
]
