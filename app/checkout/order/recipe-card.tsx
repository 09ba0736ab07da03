import {
  recipeFor,
  clockOf,
  temperatureText,
  type BrewRecipe,
  type OwnRecipe,
} from '#shared/catalog/brew-recipes.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { timeText } from '#app/catalog/shop/recipe-facts.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import styles from './after-thanks.module.css'

type Found = { names: string[]; recipe: NonNullable<ReturnType<typeof recipeFor>> }

/** The recipes for the coffees of an order, by coffee and grind. Coffees with the same recipe share one. */
export function recipesOf({ orderItems }: Order): Found[] {
  const found = new Map<string, Found>()
  for (const { coffee, grind, name } of orderItems) {
    const recipe = coffee && recipeFor(coffee, grind)
    if (!recipe) continue
    const key = JSON.stringify(recipe)
    const names = found.get(key)?.names ?? []
    found.set(key, { recipe, names: names.includes(name) ? names : [...names, name] })
  }
  return [...found.values()]
}

/** How to brew the coffees of an order. Of several recipes, one is open at a time. */
export function Recipes({ recipes }: { recipes: Found[] }) {
  const [first, ...others] = recipes
  if (!first) return null
  return (
    <section className={styles.idea} aria-labelledby="how-to-brew">
      <h2 id="how-to-brew">How to brew it</h2>
      {others.length === 0 ? (
        <Recipe of={first} />
      ) : (
        <div>
          {recipes.map((each, index) => (
            <Disclosure
              key={each.names.join()}
              name="recipes"
              summary={each.names.join(', ')}
              open={index === 0}
              className="rule-soft"
            >
              <Recipe of={each} isNamed />
            </Disclosure>
          ))}
        </div>
      )}
    </section>
  )
}

function Recipe({ of: { names, recipe }, isNamed = false }: { of: Found; isNamed?: boolean }) {
  const title = 'own' in recipe ? recipe.own.brewMethod || 'Our recipe' : recipe.house.brewer
  return (
    <div className={`stack-1 ${styles.recipe}`}>
      <p>
        <strong>{title}</strong>
        {isNamed ? null : <em className="soft"> {names.join(', ')}</em>}
      </p>
      {'own' in recipe ? <OwnFacts of={recipe.own} /> : <HouseFacts of={recipe.house} />}
    </div>
  )
}

function OwnFacts({ of: { brewDose, brewWater, brewSeconds } }: { of: OwnRecipe }) {
  return (
    <dl className={`lining ${styles.facts}`}>
      {brewDose ? <Fact term="Coffee">{formatNumber(brewDose)} g</Fact> : null}
      {brewWater ? <Fact term="Water">{formatNumber(brewWater)} g</Fact> : null}
      {brewSeconds ? <Fact term="Time">{timeText(brewSeconds)}</Fact> : null}
    </dl>
  )
}

function HouseFacts({ of: { dose, water, celsius, yields, grind, steps, done } }: { of: BrewRecipe }) {
  const [from, to] = done
  return (
    <>
      <dl className={`lining ${styles.facts}`}>
        <Fact term="Coffee">
          {formatNumber(dose)} g, ground {grind}
        </Fact>
        <Fact term={yields ? 'In the cup' : 'Water'}>
          {formatNumber(water)} g{yields ? '' : celsius === null ? ', cold' : `, ${temperatureText(celsius)}`}
        </Fact>
        {yields && celsius ? <Fact term="Water">{temperatureText(celsius)}</Fact> : null}
        <Fact term="Time">{from === to ? timeText(to) : rangeOf(from, to)}</Fact>
      </dl>
      {steps.length > 1 ? (
        <ol className={`lining ${styles.pours}`}>
          {steps.map(({ at, text }) => (
            <li key={at}>
              <span className="figures soft">{clockOf(at)}</span> {text}
            </li>
          ))}
        </ol>
      ) : (
        steps.map(({ text }) => <p key={text}>{text}</p>)
      )}
    </>
  )
}

/** '28 to 32 seconds', '5:00 to 6:00 minutes'. */
function rangeOf(from: number, to: number): string {
  return `${timeText(from).split(' ')[0]} to ${timeText(to)}`
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
