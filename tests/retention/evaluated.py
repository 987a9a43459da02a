"""Evaluates both models at 200 random places with 60 digits, straight from the formulas of the papers, as a check that
shares no code with the program: python3 evaluated.py > evaluated.jsonl (needs mpmath)."""
import json, random
from mpmath import mp, mpf, gamma, log, diff, hyp2f1, nstr

mp.dps = 60
chance = random.Random(20050401)
text = lambda number: nstr(number, 20)


def bg_nbd(r, alpha, a, b, x, last, age):
    a1 = gamma(r + x) * alpha**r / gamma(r)
    a2 = gamma(a + b) * gamma(b + x) / (gamma(b) * gamma(a + b + x))
    a3 = (1 / (alpha + age)) ** (r + x)
    a4 = (a / (b + x - 1)) * (1 / (alpha + last)) ** (r + x) if x > 0 else mpf(0)
    return a1 * a2 * (a3 + a4)


def active(r, alpha, a, b, x, last, age):
    if x == 0:
        return mpf(1)
    return 1 / (1 + (a / (b + x - 1)) * ((alpha + age) / (alpha + last)) ** (r + x))


def purchases(r, alpha, a, b, x, last, age, t):
    series = hyp2f1(r + x, b + x, a + b + x - 1, t / (alpha + age + t))
    grown = 1 - ((alpha + age) / (alpha + age + t)) ** (r + x) * series
    return (a + b + x - 1) / (a - 1) * grown * active(r, alpha, a, b, x, last, age)


def gamma_gamma(p, q, g, x, average):
    return (gamma(p * x + q) / (gamma(p * x) * gamma(q))) * g**q * average ** (p * x - 1) * mpf(x) ** (p * x) / (
        g + average * x
    ) ** (p * x + q)


def at_random(low, high):
    """Even on a scale of logarithms, as a number that a double holds exactly."""
    return float(2 ** chance.uniform(low, high))


def slopes(of, place):
    return [text(diff(lambda v: of(*place[:i], v, *place[i + 1 :]), place[i])) for i in range(len(place))]


sets = []
for _ in range(200):
    place = [at_random(-4, 3), at_random(-1, 8), at_random(-4, 3), at_random(-2, 4)]
    histories = []
    for _ in range(4):
        x = chance.choice([0, 1, 1, 2, 3, 5, 9, 30])
        age = float(chance.randint(x + 1, 1500)) / 7
        last = 0.0 if x == 0 else float(chance.randint(x, int(age * 7))) / 7
        histories.append((x, last, age))
    exact = [(x, mpf(last), mpf(age)) for x, last, age in histories]
    whole = lambda *p: sum(log(bg_nbd(*p, *history)) for history in exact)
    place_exact = [mpf(v) for v in place]

    spend = [at_random(-1, 4), at_random(0.2, 4), at_random(-1, 12)]
    spendings = [(chance.choice([1, 1, 2, 3, 8, 25]), float(chance.randint(5_000, 5_000_000)) / 100) for _ in range(4)]
    exact_spendings = [(x, mpf(average)) for x, average in spendings]
    spent = lambda *p: sum(log(gamma_gamma(*p, *one)) for one in exact_spendings)
    spend_exact = [mpf(v) for v in spend]

    sets.append(
        {
            "purchases": {
                "parameters": place,
                "histories": histories,
                "value": text(whole(*place_exact)),
                "gradient": slopes(whole, place_exact),
                "active": [text(active(*place_exact, *h)) for h in exact],
                "expected": [text(purchases(*place_exact, *h, mpf(365) / 7)) for h in exact],
            },
            "spending": {
                "parameters": spend,
                "spendings": spendings,
                "value": text(spent(*spend_exact)),
                "gradient": slopes(spent, spend_exact),
            },
        }
    )
print("\n".join(json.dumps(one) for one in sets))
