/* libibverbs where the number of queue pairs is limited: of reliable connections ibv_create_qp makes as many as the
   environment variable FEW_PAIRS tells. All other functions are the real library's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdlib.h>

typedef struct ibv_qp* (*CreatePair)(struct ibv_pd*, struct ibv_qp_init_attr*);

struct ibv_qp* ibv_create_qp(struct ibv_pd* domain, struct ibv_qp_init_attr* wanted) {
    static int made;
    const int is_limited = wanted->qp_type == IBV_QPT_RC;
    if (is_limited && made == atoi(getenv("FEW_PAIRS"))) {
        errno = ENOMEM;
        return NULL;
    }
    const CreatePair create = (CreatePair)dlsym(dlopen("libibverbs.so.1", RTLD_NOW), "ibv_create_qp");
    struct ibv_qp* const pair = create(domain, wanted);
    made += pair && is_limited;
    return pair;
}
