/** Mutants of label purchases, which races detect; crash-mutants.ts has those that crashes detect. */
import type { Mutant } from './mutants.ts'

export const LABEL_MUTANTS: Mutant[] = [
  {
    name: 'a second purchase during the first one buys a label too',
    race: 'label x 20',
    file: 'server/shipping/labels/buy-label.ts',
    edits: [
      {
        find: `    if (isUniqueViolation(error)) throw beingBought()\n`,
        replace: `    if (isUniqueViolation(error)) return label\n`,
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'a label is bought before its row is inserted',
    race: 'label x 20',
    file: 'server/shipping/labels/buy-label.ts',
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
    name: 'every check that finds a label stores it',
    race: 'label found x 10',
    file: 'server/shipping/labels/label-rows.ts',
    edits: [{ find: `      .where('state', 'in', ['buying', 'failed'])\n`, replace: '' }],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'a label that was sold late is bought again',
    race: 'label late',
    file: 'server/shipping/labels/buy-label.ts',
    edits: [
      {
        find: `latest?.state === 'failed' && (await isBoughtAfterAll(shop, latest))`,
        replace: `latest?.state === 'failed' && !isBoughtAfterAll`,
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'concurrent requests all void a label',
    race: 'label void x 20',
    file: 'server/shipping/labels/void-label.ts',
    edits: [{ find: `      .where('state', '=', 'bought')\n`, replace: '' }],
    caughtOn: ['sqlite', 'postgres'],
  },
]
